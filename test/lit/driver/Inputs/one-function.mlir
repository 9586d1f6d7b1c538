func.func private @one()
