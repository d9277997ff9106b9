// What the commands of `mailproof rules` do.
import pc from 'picocolors'
import type { ErrorDetails, LiveRules, Rule, RuleChange } from '../../client/index.js'
import { parseRules, warningsOf } from '../../features/rules/index.js'
import { print, printError, printJson, printTable, visible } from '../output.js'
import { plural } from '../progress/words.js'
import { readRules } from './readRules.js'
import { conditionText, printRules, printWarnings } from './rulesText.js'
import { type ServiceOptions, serviceAt } from './service.js'

interface JsonOption {
  readonly json?: boolean
}
type Options = ServiceOptions & JsonOption

export async function show(options: Options & { readonly draft?: boolean; readonly version?: number }): Promise<void> {
  const service = serviceAt(options)
  if (options.version !== undefined) {
    const found = await service.getRulesVersion({ rulesVersion: options.version })
    if (options.json) return printJson(found)
    print(pc.bold(`Version ${found.version}, activated ${found.activated_at ?? 'never'}`))
    return printRules(found.rules, [])
  }
  const { live, draft } = await service.getRules()
  if (!options.draft) {
    if (options.json) return printJson(live)
    printLive(live)
    if (draft) print(`There is a draft, of ${draft.updated_at}: mailproof rules compare`)
    return
  }
  if (options.json) return printJson(draft ?? null)
  if (!draft) return print('There is no draft.')
  print(pc.bold(`Draft of ${draft.updated_at}`))
  printRules(draft.rules, draft.warnings)
}

export async function versions(options: Options): Promise<void> {
  const service = serviceAt(options)
  const found: Awaited<ReturnType<typeof service.listRulesVersions>>['versions'][number][] = []
  let cursor: string | undefined
  do {
    const page = await service.listRulesVersions({ limit: 100, ...(cursor !== undefined && { cursor }) })
    found.push(...page.versions)
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  if (options.json) return printJson(found)
  if (found.length === 0) return print('No rules were ever activated.')
  printTable(
    ['version', 'activated', 'rules', ''],
    found.map(({ version, activated_at, rules, live }) => [
      String(version),
      activated_at,
      String(rules),
      live ? 'live' : '',
    ]),
  )
}

/** @throws Failure VALIDATION_ERROR */
export async function validate(file: string, { json }: JsonOption): Promise<void> {
  const given = await readRules(file)
  const rules = await listingProblems(async () => parseRules(given))
  const warnings = warningsOf(rules)
  if (json) return printJson({ rules, warnings })
  print(`${plural(rules.length, 'rule')}, all of them valid.`)
  printWarnings(warnings)
}

export async function draft(file: string, options: Options): Promise<void> {
  const service = serviceAt(options)
  // Checked by the service, whose language may be newer than that of this program.
  const rules = (await readRules(file)) as Rule[]
  const put = await listingProblems(() => service.putRulesDraft({ rules }))
  if (options.json) return printJson(put)
  print(`The draft has ${plural(put.rules.length, 'rule')}. Next: mailproof rules compare, backtest, activate`)
  printWarnings(put.warnings)
}

export async function compare(options: Options & { readonly from?: number; readonly to?: number }): Promise<void> {
  const { from, to } = options
  const found = await serviceAt(options).compareRules({
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  })
  if (options.json) return printJson(found)
  print(pc.bold(`Version ${found.from} and ${found.to === null ? 'the draft' : `version ${found.to}`}`))
  if (found.changes.length === 0) return print('They are the same.')
  for (const change of found.changes) printChange(change)
}

export async function activate(
  options: Options & { readonly liveVersion?: number; readonly draftUpdatedAt?: string },
): Promise<void> {
  const { liveVersion, draftUpdatedAt } = options
  const input = {
    ...(liveVersion !== undefined && { live_version: liveVersion }),
    ...(draftUpdatedAt !== undefined && { draft_updated_at: draftUpdatedAt }),
  }
  report(await serviceAt(options).activateRules(input), options)
}

export async function rollback(version: number, options: Options): Promise<void> {
  report(await serviceAt(options).rollbackRules({ version }), options)
}

function report(live: LiveRules, { json }: JsonOption): void {
  if (json) printJson(live)
  else printLive(live)
}

function printLive({ version, since, rules, warnings }: LiveRules): void {
  print(pc.bold(version === 0 ? 'No rules are live' : `Version ${version}, live since ${since}`))
  printRules(rules, warnings)
}

/** Prints every problem of what is refused: the message of an error has the first ones only. */
async function listingProblems<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    const { problems = [] } = (error as { readonly details?: ErrorDetails }).details ?? {}
    for (const { path, message } of problems) printError(visible(`${path}: ${message}`))
    throw error
  }
}

const SIGNS: { readonly [change: string]: string } = { added: '+', removed: '-', changed: '~', moved: '↕' }

function printChange({ change, rule, place_before, place_after, before, after }: RuleChange): void {
  const places = [place_before, place_after].map((place) => (place === null ? '' : `#${place}`)).filter(Boolean)
  print(`${SIGNS[change] ?? '?'} ${visible(rule)} (${change}, ${[...new Set(places)].join(' → ')})`)
  if (before) print(pc.red(`    - ${lineOf(before)}`))
  if (after) print(pc.green(`    + ${lineOf(after)}`))
}

const lineOf = ({ when, action, message }: Rule): string =>
  visible(`${conditionText(when)}: ${action}${message === undefined ? '' : `, “${message}”`}`)
