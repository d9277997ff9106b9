// Colours code when the pages are built, so that readers load no highlighter.

import type { HLJSApi, Language } from 'highlight.js'
import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import graphql from 'highlight.js/lib/languages/graphql'
import http from 'highlight.js/lib/languages/http'
import ini from 'highlight.js/lib/languages/ini'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import python from 'highlight.js/lib/languages/python'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'
import { escapeHtml } from '../../src/api/rest/html.js'

/** Bash, with the names of programs and the options that follow them. */
function shell(api: HLJSApi): Language {
  const language = bash(api)
  const command = { scope: 'title', begin: /(?<=(?:^|[|;&(]|\$\(|do|then)\s*)(?:[A-Z_]+=\S+\s+)*[a-z][\w.-]*(?=\s|$)/m }
  const option = { scope: 'attr', begin: /(?<=\s)--?[A-Za-z][\w-]*/ }
  return { ...language, keywords: {}, contains: [command, option, ...language.contains] }
}

const LANGUAGES = { sh: shell, ts: typescript, js: javascript, py: python, graphql, http, ini, json, xml, yaml }
for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language)
hljs.registerAliases(['python'], { languageName: 'py' })
hljs.registerAliases(['html'], { languageName: 'xml' })
hljs.configure({ classPrefix: 'h-' })

/** What readers call a language. */
const NAMES: { readonly [language: string]: string } = {
  sh: 'Terminal',
  ts: 'TypeScript',
  js: 'JavaScript',
  python: 'Python',
  py: 'Python',
  graphql: 'GraphQL',
  http: 'HTTP',
  ini: 'Settings',
  json: 'JSON',
  html: 'HTML',
  yaml: 'YAML',
}

export const nameOfLanguage = (language: string): string => NAMES[language] ?? ''

/** Code as HTML, with a class for each kind of word. Code in an unknown language is only escaped. */
export function highlight(code: string, language: string): string {
  const html = hljs.getLanguage(language) ? hljs.highlight(code, { language }).value : escapeHtml(code)
  // Quotes need no escape outside of attributes.
  return html.replaceAll('&quot;', '"').replace(/&#(x27|39);/g, "'")
}
