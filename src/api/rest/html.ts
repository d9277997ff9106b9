const ESCAPES: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for HTML. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character]!)

const STYLE = `
:root { color-scheme: light dark; --ink: #1c2430; --soft: #5b6675; --paper: #fbfbf9; --line: #dfe3e8; --accent: #0b6e4f }
@media (prefers-color-scheme: dark) { :root { --ink: #e8ecf1; --soft: #9aa6b5; --paper: #12161c; --line: #2a323d; --accent: #4fd1a5 } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 17px/1.6 system-ui, sans-serif }
main { max-width: 42rem; margin: 0 auto; padding: 3rem 1.25rem 5rem }
h1 { font-size: 1.7rem; line-height: 1.25; margin: .2em 0 .6em }
h2 { font-size: 1.05rem; margin: 2em 0 .4em }
a { color: var(--accent) }
code { font: .92em ui-monospace, monospace; background: color-mix(in srgb, var(--ink) 8%, transparent); padding: .1em .35em; border-radius: 4px }
.soft { color: var(--soft) } ul { padding-left: 1.1rem } li { margin: .45em 0 }
.tag { display: inline-block; font-size: .8rem; border: 1px solid var(--line); border-radius: 99px; padding: .05rem .6rem; color: var(--soft) }
`

/** A complete HTML page. @param body HTML */
export const htmlPage = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · mailproof</title>
<style>${STYLE}</style>
</head>
<body><main>
${body}
</main></body>
</html>
`
