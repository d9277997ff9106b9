// Verifies addresses from the command line, without a service.
import pc from 'picocolors'
import { type Explained, explanation } from '../../api/verification/explanation.js'
import { openEngine } from '../../composition/engine.js'
import { followLists, openListStoreAlone } from '../../composition/lists.js'
import { openMailboxesAlone } from '../../composition/mailboxes.js'
import { type Config, loadConfig } from '../../config.js'
import {
  createMailboxCheck,
  isComplete,
  judgeV1,
  judgeV2,
  type Lists,
  loadLists,
  type MailboxFacts,
  problemSentence,
  withFacts,
} from '../../features/verification/index.js'
import { systemClock } from '../../kernel/clock.js'
import { silentLog } from '../../kernel/log.js'
import { createResources, type Resources } from '../../kernel/resources.js'
import { EXIT, printError, printJson, printTable, visible } from '../output.js'
import { duration } from '../progress/words.js'
import { addressesOf } from './addresses.js'

/** Addresses judged at the same time. */
const AT_ONCE = 100

/** @param exit sets the exit code of a negative outcome */
export async function executeVerify(
  words: readonly string[],
  { json, mailbox = false }: { readonly json?: boolean; readonly mailbox?: boolean },
  exit: (code: number) => void,
): Promise<void> {
  const addresses = await addressesOf(words)
  const config = loadConfig()
  const lists = loadLists()
  const engine = openEngine(config, lists)
  const closing = createResources()
  closing.add(() => engine.close())
  try {
    await applyOwnLists(config, { embedded: lists, engine }, closing)
    const askServer = mailbox ? await openServers(config, engine, closing) : undefined
    const explained = async (address: string): Promise<Explained> => {
      const gathered = engine.gather(address.trim())
      const found = isComplete(gathered) ? gathered : await gathered.queryDns()
      const facts = askServer ? withFacts(found, { mailbox: await askServer(found, false) }) : found
      return { facts, v1: judgeV1(facts), v2: judgeV2(facts, Date.now()) }
    }
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

/** How long an answer of a mail server is waited for. */
const SERVER_WAIT_MS = 60_000

/** @throws Failure while MAILBOX_CHECKS is off */
async function openServers(config: Config, { resolver }: ReturnType<typeof openEngine>, closing: Resources) {
  const mailboxes = await openMailboxesAlone(config, { resolver, clock: systemClock }, closing)
  const check = createMailboxCheck({ mailboxes, clock: systemClock })
  check.require()
  return check.askServer('cli', () => SERVER_WAIT_MS)
}

/** Uses the lists of the installation, if there is one here, and those of the operator's files. */
async function applyOwnLists(
  config: Config,
  options: { readonly embedded: Lists; readonly engine: ReturnType<typeof openEngine> },
  closing: Resources,
): Promise<void> {
  const store = await openListStoreAlone(config, closing).catch(() => undefined)
  const follower = await followLists(
    config,
    { ...options, ...(store && { store }), clock: systemClock, log: silentLog },
    closing,
  )
  for (const problem of follower.inUse().problems) printError(`warning: ${visible(problem)}`)
}

const STATUS_COLOUR = { valid: pc.green, invalid: pc.red, unknown: pc.yellow }
const DECISION_COLOUR = { allow: pc.green, deny: pc.red, review: pc.yellow }

function serverSays({ result, ttlHintSeconds }: MailboxFacts): string {
  const again =
    ttlHintSeconds === undefined ? '' : `; another answer is possible in ${duration(ttlHintSeconds * 1_000)}`
  return `Mail server: ${result.replaceAll('_', ' ')}${again}.`
}

function asRow({ facts, v1, v2 }: Explained): string[] {
  const { parsed } = facts
  const why = parsed.ok ? v2.reasons.map(({ sentence }) => sentence) : [problemSentence(parsed.problem, facts.email)]
  if (facts.mailbox) why.push(serverSays(facts.mailbox))
  if (facts.didYouMean) why.push(`Did you mean ${visible(facts.didYouMean)}?`)
  return [
    visible(facts.email),
    STATUS_COLOUR[v1.status](v1.status),
    DECISION_COLOUR[v2.decision](v2.decision),
    why.join('\n'),
  ]
}
