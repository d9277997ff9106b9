import pc from 'picocolors'
import { type Explained, explanation } from '../../api/verification/explanation.js'
import { openEngine } from '../../composition/engine.js'
import { loadConfig } from '../../config.js'
import { isComplete, judgeV1, judgeV2, PROBLEM_SENTENCES } from '../../features/verification/index.js'
import { EXIT, printJson, printTable, visible } from '../output.js'

/** @param exit sets the exit code of a negative outcome */
export async function executeVerify(
  addresses: readonly string[],
  { json }: { readonly json?: boolean },
  exit: (code: number) => void,
): Promise<void> {
  const engine = openEngine(loadConfig())
  try {
    const answers = await Promise.all(
      addresses.map(async (address): Promise<Explained> => {
        const gathered = engine.gather(address.trim())
        const facts = isComplete(gathered) ? gathered : await gathered.queryDns()
        return { facts, v1: judgeV1(facts), v2: judgeV2(facts, Date.now()) }
      }),
    )
    if (answers.some(({ v1 }) => v1.status !== 'valid')) exit(EXIT.negative)
    if (json) printJson(answers.map(explanation))
    else printTable(['address', 'status', 'decision', 'why'], answers.map(asRow))
  } finally {
    await engine.close()
  }
}

const STATUS_COLOUR = { valid: pc.green, invalid: pc.red, unknown: pc.yellow }
const DECISION_COLOUR = { allow: pc.green, deny: pc.red, review: pc.yellow }

function asRow({ facts, v1, v2 }: Explained): string[] {
  const { parsed } = facts
  const why = parsed.ok ? v2.reasons.map(({ sentence }) => sentence) : [PROBLEM_SENTENCES[parsed.problem]]
  if (facts.didYouMean) why.push(`Did you mean ${visible(facts.didYouMean)}?`)
  return [
    visible(facts.email),
    STATUS_COLOUR[v1.status](v1.status),
    DECISION_COLOUR[v2.decision](v2.decision),
    why.join('\n'),
  ]
}
