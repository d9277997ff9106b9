// `mailproof verify`: verifies addresses on this machine, without a service.
import pc from 'picocolors'
import { type Explained, explanation } from '../../api/verification/explanation.js'
import { openEngine } from '../../composition/engine.js'
import { followLists, openListStoreAlone } from '../../composition/lists.js'
import { type Config, loadConfig } from '../../config.js'
import {
  isComplete,
  judgeV1,
  judgeV2,
  type Lists,
  loadLists,
  problemSentence,
} from '../../features/verification/index.js'
import { silentLog } from '../../kernel/log.js'
import { createResources, type Resources } from '../../kernel/resources.js'
import { EXIT, printError, printJson, printTable, visible } from '../output.js'
import { addressesOf } from './addresses.js'

/** Addresses judged at the same time. */
const AT_ONCE = 100

/** @param exit sets the exit code of a negative outcome */
export async function executeVerify(
  words: readonly string[],
  { json }: { readonly json?: boolean },
  exit: (code: number) => void,
): Promise<void> {
  const addresses = await addressesOf(words)
  const config = loadConfig()
  const lists = loadLists()
  const engine = openEngine(config, lists)
  const closing = createResources()
  closing.add(() => engine.close())
  const explained = async (address: string): Promise<Explained> => {
    const gathered = engine.gather(address.trim())
    const facts = isComplete(gathered) ? gathered : await gathered.queryDns()
    return { facts, v1: judgeV1(facts), v2: judgeV2(facts, Date.now()) }
  }
  try {
    await applyOwnLists(config, { embedded: lists, engine }, closing)
    const answers: Explained[] = []
    for (let at = 0; at < addresses.length; at += AT_ONCE)
      answers.push(...(await Promise.all(addresses.slice(at, at + AT_ONCE).map(explained))))
    if (answers.some(({ v1 }) => v1.status !== 'valid')) exit(EXIT.negative)
    if (json) printJson(answers.map(explanation))
    else printTable(['address', 'status', 'decision', 'why'], answers.map(asRow))
  } finally {
    await closing.close()
  }
}

/** Uses the lists of the installation, if there is one here, and those of the operator's files. */
async function applyOwnLists(
  config: Config,
  options: { readonly embedded: Lists; readonly engine: ReturnType<typeof openEngine> },
  closing: Resources,
): Promise<void> {
  const store = await openListStoreAlone(config, closing).catch(() => undefined)
  const follower = await followLists(config, { ...options, ...(store && { store }), log: silentLog }, closing)
  for (const problem of follower.inUse().problems) printError(`warning: ${visible(problem)}`)
}

const STATUS_COLOUR = { valid: pc.green, invalid: pc.red, unknown: pc.yellow }
const DECISION_COLOUR = { allow: pc.green, deny: pc.red, review: pc.yellow }

function asRow({ facts, v1, v2 }: Explained): string[] {
  const { parsed } = facts
  const why = parsed.ok ? v2.reasons.map(({ sentence }) => sentence) : [problemSentence(parsed.problem, facts.email)]
  if (facts.didYouMean) why.push(`Did you mean ${visible(facts.didYouMean)}?`)
  return [
    visible(facts.email),
    STATUS_COLOUR[v1.status](v1.status),
    DECISION_COLOUR[v2.decision](v2.decision),
    why.join('\n'),
  ]
}
