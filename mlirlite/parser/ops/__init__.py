"""Operations, their values, regions and blocks."""
