print("luego")
