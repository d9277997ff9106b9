// Generates the reference pages of settings and commands.
import type { Argument, Command, Option } from 'commander'
import { createProgram } from '../../src/cli/program.js'
import { describeSettings } from '../../src/config.js'
import type { GeneratedFile } from './files.js'

const notice = (source: string): string => `<!-- Made from ${source} by \`npm run generate\`. Do not edit. -->\n\n`

/** The reference pages for operators: every setting, and every command with its options. */
export const buildDocs = (): GeneratedFile[] => [
  { path: 'docs/configuration.md', content: configurationPage() },
  { path: 'docs/cli.md', content: cliPage() },
]

function configurationPage(): string {
  const rows = describeSettings({}).map(
    ({ name, value, meaning, example }) =>
      `| ${code(name)} | ${value === null ? '' : code(value)} | ${cell(sentence(meaning))} | ${example.includes(': ') ? cell(example) : code(example)} |`,
  )
  return `${notice('src/config/settings.ts')}# Configuration

Settings are environment variables, read once at startup. An invalid value stops startup with a one-line reason and exit code 2.
An empty value unsets a setting without a default, and is invalid for one with a default. \`npx mailproof config\` prints every
setting with its present value, hides secrets, and warns of variables whose names are nearly those of settings.

\`SECRET_KEY\`, \`MONGODB_URL\` and \`KURRENTDB_URL\` can also be read from a file: set \`SECRET_KEY_FILE\`, \`MONGODB_URL_FILE\` or
\`KURRENTDB_URL_FILE\` to its path. The file takes precedence over the variable.

| Name | Default | Meaning | Example |
|---|---|---|---|
${rows.join('\n')}

The limits behind these settings, and those that cannot be changed, are in [security.md](security.md).
`
}

function cliPage(): string {
  const program = createProgram(() => {})
  return `${notice('src/cli')}# Command line

Inside a checkout, run \`npx mailproof <command>\`; the entry point of the container image is the same program. Elsewhere, run \`npx --prefix <checkout>
mailproof <command>\`, or install the program once: \`npm pack\` in the checkout, then \`npm install -g mailproof-<version>.tgz\`. A bare \`npx mailproof\` outside of
both asks the npm registry for a package of that name, which is not this program unless your registry has it.

\`accounts\`, \`keys\`, \`webhooks\`, \`pool\`, \`lists\`, \`projections\`, \`replay\` and \`export\` open the stores that the [settings](configuration.md) name, and are
safe while the service runs. \`migrate\` needs the embedded service stopped. \`bulk\`, \`rules\` and \`mcp\` are clients of a running service and read
none of the settings; \`verify\` and \`config\` open no store, except for the version of the lists of domains that is installed.

Exit codes: 0 success, 1 negative outcome, 2 usage or configuration error, 130 or 143 ended by Ctrl-C or SIGTERM before it was done.

With \`--json\`, standard output is one JSON document. Names are in snake_case, as in the REST API; the members of each document are
listed with the option. Times are ISO 8601 in UTC. Members without a value are null; those that do not apply may be left out.

${program.commands.flatMap((command) => sections(command, 'mailproof')).join('\n')}`
}

/** One section per command; a group of commands that is none itself has only a heading and a description. */
function sections(command: Command, parent: string): string[] {
  const name = `${parent} ${command.name()}`
  const isGroup = command.commands.length > 0 && command.registeredArguments.length === 0
  const own = isGroup
    ? `## ${name}\n\n${sentence(command.description())}\n`
    : [
        `${parent === 'mailproof' ? '##' : '###'} ${name}\n`,
        `${sentence(command.description())}\n`,
        `\`\`\`\n${name} ${command.usage()}\n\`\`\`\n`,
        table(command),
        textAfter(command),
      ]
        .filter((part) => part !== '')
        .join('\n')
  return [own, ...command.commands.flatMap((child) => sections(child, name))]
}

function table(command: Command): string {
  const rows = [
    ...command.registeredArguments.map((argument) => [argumentName(argument), argument.description]),
    ...command.options.map((option) => [option.flags, describeOption(option)]),
  ]
  if (rows.length === 0) return ''
  const lines = rows.map(([name = '', meaning = '']) => `| ${code(name)} | ${cell(meaning)} |`)
  return `| Argument or option | Meaning |\n|---|---|\n${lines.join('\n')}\n`
}

function argumentName(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`
  return argument.required ? `<${name}>` : `[${name}]`
}

function describeOption(option: Option): string {
  const notes = [
    ...(option.argChoices ? [`one of ${option.argChoices.join(', ')}`] : []),
    ...(option.defaultValue === undefined ? [] : [`default: ${option.defaultValue}`]),
    ...(option.envVar ? [`environment: ${option.envVar}`] : []),
    ...(option.mandatory ? ['required'] : []),
  ]
  return notes.length > 0 ? `${option.description} (${notes.join('; ')})` : option.description
}

/** The text that a command adds after its help, as paragraphs. */
function textAfter(command: Command): string {
  let help = ''
  const writeOut = (part: string): void => {
    help += part
  }
  command.configureOutput({ writeOut }).outputHelp()
  const text = help.slice(command.helpInformation().length).trim()
  return text === '' ? '' : `${text.replaceAll('<', '\\<')}\n`
}

const code = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '\\<')

/** Capitalised, with a full stop. */
const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`.replace(/[^.]$/, '$&.')
