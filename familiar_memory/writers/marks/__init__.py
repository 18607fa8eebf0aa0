"""What has been dealt with, as watermarks of the history say: nothing deleted is put back."""
