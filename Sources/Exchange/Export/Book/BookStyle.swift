enum BookStyle {
  static let sheet = """
    body { line-height: 1.5; }
    h1, h2, h3, h4, h5, h6 { line-height: 1.2; text-align: start; page-break-after: avoid; }
    h1 { font-size: 1.5em; margin: 1em 0 0.4em; }
    h2 { font-size: 1.25em; }
    h3, h4, h5, h6 { font-size: 1.05em; }
    header { margin-bottom: 2em; }
    .by { font-style: italic; margin: 0.2em 0; }
    .facts { color: #666; font-size: 0.85em; margin: 0.2em 0; overflow-wrap: anywhere; }
    .picture { font-style: italic; text-align: center; }
    img { max-width: 100%; height: auto; }
    figure { margin: 1em 0; text-align: center; }
    figcaption, caption { font-size: 0.85em; margin: 0.4em 0; }
    blockquote { margin: 1em 1.5em; }
    pre { font-size: 0.85em; white-space: pre-wrap; overflow-wrap: anywhere; }
    code { font-family: monospace; }
    table { border-collapse: collapse; font-size: 0.9em; }
    th, td { border: 1px solid #999; padding: 0.2em 0.5em; vertical-align: top; }
    sup, sub { font-size: 0.75em; line-height: 1; }
    .note { border-inline-start: 0.2em solid #999; margin: 1em 0; padding-inline-start: 0.8em; }
    .notes { border-top: 1px solid #999; font-size: 0.9em; margin-top: 2em; }
    .notes ol { list-style: none; padding: 0; }
    .label { float: inline-start; margin: 0 0.5em 0 0; }
    blockquote.yellow { border-inline-start: 0.2em solid #e0b800; padding-inline-start: 0.8em; }
    blockquote.green { border-inline-start: 0.2em solid #5aa845; padding-inline-start: 0.8em; }
    blockquote.blue { border-inline-start: 0.2em solid #4a8fe0; padding-inline-start: 0.8em; }
    blockquote.pink { border-inline-start: 0.2em solid #e0608f; padding-inline-start: 0.8em; }
    nav ol { list-style: none; padding-inline-start: 1em; }

    """
}
