"""Operators on images: Resize, GridSample, RoiAlign, NonMaxSuppression, ImageDecoder."""
