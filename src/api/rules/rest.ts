// REST operations of an account's own rules and lists.
import { defaultsOf } from '../contract/defaults.js'
import type { Operation } from '../operation.js'
import { comparisonBody, draftBody, listBody, liveBody, rulesBody, versionBody, versionsBody } from './present.js'

export const getRules: Operation<'getRules'> = async ({ rules, caller }) => ({
  status: 200,
  body: rulesBody(await rules.getRules(caller)),
})

export const putRulesDraft: Operation<'putRulesDraft'> = async ({ rules, caller, call, body }) => ({
  status: 200,
  body: draftBody(await rules.putRulesDraft(caller, body.rules, call.actor)),
})

export const activateRules: Operation<'activateRules'> = async ({ rules, caller, call, body }) => {
  const input = { liveVersion: body?.live_version, draftUpdatedAt: body?.draft_updated_at }
  return { status: 200, body: liveBody(await rules.activateRules(caller, input, call.actor)) }
}

export const rollbackRules: Operation<'rollbackRules'> = async ({ rules, caller, call, body }) => ({
  status: 200,
  body: liveBody(await rules.rollbackRules(caller, body.version, call.actor)),
})

const VERSIONS = defaultsOf('listRulesVersions', ['limit'])

export const listRulesVersions: Operation<'listRulesVersions'> = async ({ rules, caller, query }) => ({
  status: 200,
  body: versionsBody(await rules.listVersions(caller, { ...VERSIONS, ...query })),
})

export const getRulesVersion: Operation<'getRulesVersion'> = async ({ rules, caller, params }) => ({
  status: 200,
  body: versionBody(await rules.getVersion(caller, params.rulesVersion)),
})

export const compareRules: Operation<'compareRules'> = async ({ rules, caller, query }) => ({
  status: 200,
  body: comparisonBody(await rules.compareVersions(caller, query)),
})

const LIST = defaultsOf('getList', ['limit'])

export const getList: Operation<'getList'> = async ({ rules, caller, params, query }) => ({
  status: 200,
  body: listBody(await rules.getList(caller, params.listName, { ...LIST, ...query })),
})

export const putList: Operation<'putList'> = async ({ rules, caller, call, params, body }) => ({
  status: 200,
  body: listBody(await rules.putList(caller, params.listName, body.entries, call.actor)),
})
