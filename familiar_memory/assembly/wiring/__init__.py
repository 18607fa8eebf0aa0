"""From opened files to what a familiar does: one function a part."""
