"""What is handed out, hung up and signed: PDF files, made without a browser or system package."""
