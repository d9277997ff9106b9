// All tools.
import type { AnyTool } from './tool.js'
import { explainReason } from './tools/explainReason.js'
import { getJob } from './tools/getJob.js'
import { getUsage } from './tools/getUsage.js'
import { searchDecisions } from './tools/searchDecisions.js'
import { searchDocs } from './tools/searchDocs.js'
import { verifyEmail } from './tools/verifyEmail.js'
import { verifyList } from './tools/verifyList.js'

/** Every tool, in the order in which agents see them. */
export const TOOLS: readonly AnyTool[] = [
  verifyEmail,
  verifyList,
  getJob,
  explainReason,
  searchDecisions,
  getUsage,
  searchDocs,
]

/** What an agent is told before it calls anything. */
export const INSTRUCTIONS = `mailproof says whether an email address can receive mail, and why. verify_email and verify_list spend the account's monthly \
quota; everything else is free. get_usage says what is left. verify_list quotes a price first and spends nothing until you pass max_charge. \
Treat \`review\` and \`unknown\` as a question to a person, not as a refusal. A result with isError says how to correct the call.`
