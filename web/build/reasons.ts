// The pages that explain reasons, each with an answer that has it: made by the policies from what the sandbox simulates.
import { signalsResult, verificationResult } from '../../src/api/verification/present.js'
import { normalizeAddress } from '../../src/features/verification/engine/normalize.js'
import type { Decision, Reason, ReasonCode } from '../../src/features/verification/engine/policy/reasonCodes.js'
import { REASONS } from '../../src/features/verification/engine/policy/reasons.js'
import { judgeV1 } from '../../src/features/verification/engine/policy/v1.js'
import { judgeV2 } from '../../src/features/verification/engine/policy/v2.js'
import { factsOf, scenarioOf } from '../../src/features/verification/sandbox/facts.js'
import { SCENARIOS } from '../../src/features/verification/sandbox/scenarios.js'
import { type Made, plain } from './made.js'

export const REASONS_URL = '/docs/reasons'

/** The service's URL in documents. */
const BASE_URL = 'http://localhost:8080'
const REQUEST = '019ae48e-7111-7a41-8c3e-5d2c41e073c0'
const NOW = Date.UTC(2026, 10, 26, 9, 30)

/** Of the sandbox: reasons that follow from the form of the address have no local part of their own. */
const ADDRESSES = [
  ...Object.entries(SCENARIOS).flatMap(([name, { fails }]) => (fails ? [] : [`${name}@example.net`])),
  'valid+tag@example.net',
  'valid@[93.184.215.14]',
]

/** What the sandbox answers about an address. */
function answersOf(email: string) {
  const facts = factsOf(email, scenarioOf(email), NOW)
  const normalized = facts.parsed.ok ? normalizeAddress(facts.parsed.mailbox) : undefined
  return { email, normalized, v1: judgeV1(facts), v2: judgeV2(facts, NOW) }
}
type Answers = ReturnType<typeof answersOf>

const ALL = ADDRESSES.map(answersOf)

/** An address that is decided by the reason; the one that is called like it if there is one. */
function exampleOf({ code, slug }: Reason): Answers {
  const fitting = ALL.filter(({ v1, v2 }) => v1.reason === code || v2.reasons[0]!.code === code)
  const found = fitting.find(({ email }) => email.startsWith(`${slug}@`)) ?? fitting[0]
  if (!found) throw new Error(`No address of the sandbox has the reason ${code}.`)
  return found
}

const GROUPS = [
  ['deny', 'Refuse', 'Mail to such an address is lost, or unwanted.'],
  ['review', 'Look at', 'Something speaks against such an address, and nothing is certain.'],
  ['allow', 'Accept', 'Nothing speaks against such an address.'],
] as const satisfies readonly (readonly [Decision, string, string])[]

const linked = (code: ReasonCode): string => `[\`${code}\`](${REASONS_URL}/${REASONS[code].slug})`

/** The list of all reasons, and a page for each. */
export function reasonPages(): readonly Made[] {
  const all = Object.values(REASONS)
  return [
    { path: 'reasons.md', name: 'Reasons', description: plain(LEAD), text: listOf(all) },
    ...all.map((reason) => ({
      path: `reasons/${reason.slug}.md`,
      name: `Reason ${reason.code}`,
      description: `${reason.sentence} What it means, an answer that has it, and what to do in a form.`,
      text: pageOf(reason),
    })),
  ]
}

const LEAD =
  'Every answer of `/v2/verify` names its reasons, the deciding one first; `/v1/verify` names one if the address is invalid.'

function listOf(all: readonly Reason[]): string {
  const parts = GROUPS.map(([category, title, meaning]) => {
    const rows = all
      .filter((reason) => reason.category === category)
      .map(({ code, versions, sentence }) => `| ${linked(code)} | ${versions.join(', ')} | ${sentence} |`)
    return `## ${title}\n\n${meaning}\n\n| Reason | In | What was found |\n|---|---|---|\n${rows.join('\n')}\n`
  })
  return `# Reasons\n\n${LEAD} [How the verdicts compare](/docs/verdicts).\n\n${parts.join('\n')}`
}

const ADVICE: { readonly [category in Decision]: string } = {
  deny: 'Ask for another address, next to the field, and keep what was typed.',
  review: 'Accept the address, and let the account do nothing that costs you before a mail to it is confirmed.',
  allow: 'Accept the address. The visitor need not hear of this.',
}

function pageOf(reason: Reason): string {
  const { code, category, sentence, visitor, explanation, source, versions } = reason
  const example = exampleOf(reason)
  const { email, v1, v2, normalized } = example
  const isV2 = versions.includes('v2')
  const body = isV2 ? signalsResult(email, v2, REQUEST, BASE_URL) : verificationResult({ email, ...v1, normalized })
  const correction =
    v2.didYouMean === undefined
      ? ''
      : ' Show `did_you_mean` as a question with one click to take it; never replace what was typed.'
  return `# ${sentence.replace(/\.$/, '')}

\`${code}\` is a reason of ${versions.map((version) => `\`/${version}/verify\``).join(' and ')}${isV2 ? `, which suggests **${category}**` : ''}.

${explanation}

## An answer that has it

With a [sandbox key](/docs/sandbox), this address always has it:

\`\`\`sh
curl -s ${BASE_URL}/${isV2 ? 'v2' : 'v1'}/verify -H "X-API-Key: $MAILPROOF_SANDBOX_KEY" \\
  -H 'Content-Type: application/json' -d '${JSON.stringify({ email })}'
\`\`\`

\`\`\`json
${JSON.stringify(body, null, 2)}
\`\`\`

## In a form

${ADVICE[category]}${correction}

${visitorText(visitor, category)}

\`\`\`ts tab=TypeScript
import { createClient } from 'mailproof/client'

const mailproof = createClient({
  baseUrl: '${BASE_URL}',
  apiKey: process.env.MAILPROOF_API_KEY,
})
${isV2 ? SIGNALS(email, code, visitor) : SINGLE(email, code, visitor)}
\`\`\`

\`\`\`python tab=Python
import os
import requests

answer = requests.post(
    "${BASE_URL}/${isV2 ? 'v2' : 'v1'}/verify",
    headers={"X-API-Key": os.environ["MAILPROOF_API_KEY"]},
    json={"email": ${JSON.stringify(email)}},
    timeout=6,
).json()
if ${isV2 ? `any(reason["code"] == "${code}" for reason in answer["reasons"])` : `answer.get("reason") == "${code}"`}:
    print(${JSON.stringify(visitor)})
\`\`\`

The whole form is in [a sign-up form](/docs/guides/sign-up-form).

## In the other version

${otherVersion(reason, example)}

## Where the rule comes from

${source}.
`
}

const visitorText = (visitor: string, category: Decision): string =>
  category === 'allow' ? `If you want to say something: “${visitor}”` : `Say to the visitor: “${visitor}”`

const SIGNALS = (email: string, code: string, visitor: string): string =>
  `const { reasons } = await mailproof.verifyEmailSignals({ email: ${quoted(email)} })
if (reasons.some((reason) => reason.code === '${code}')) {
  console.log(${quoted(visitor)})
}`

const SINGLE = (email: string, code: string, visitor: string): string =>
  `const { reason } = await mailproof.verifyEmail({ email: ${quoted(email)} })
if (reason === '${code}') {
  console.log(${quoted(visitor)})
}`

/** As a literal of TypeScript. */
const quoted = (text: string): string => (text.includes("'") ? JSON.stringify(text) : `'${text}'`)

/** What the other version says about the same address. */
function otherVersion({ code, versions }: Reason, { v1, v2 }: Answers): string {
  if (!versions.includes('v2'))
    return `\`/v2/verify\` calls it ${linked(v2.reasons[0]!.code)}, and suggests **${v2.decision}**.`
  const said = `\`/v1/verify\` says \`${v1.status}\``
  if (v1.reason === code) return `${said}, with the same reason.`
  if (v1.reason !== undefined) return `${said}, with the reason ${linked(v1.reason)}.`
  const checks = Object.entries({ disposable: v1.checks.disposable, role: v1.checks.role, free: v1.checks.free })
    .filter(([, found]) => found)
    .map(([name]) => `\`checks.${name}\` is true`)
  const hints = [...checks, ...(v1.didYouMean === undefined ? [] : ['`metadata.did_you_mean` has the correction'])]
  const known =
    hints.length === 0
      ? ' It has no reason for this: only an invalid address has one.'
      : ` There, ${hints.join(' and ')}.`
  return `${said}.${known}`
}
