import { defaultsOf } from '../contract/defaults.js'

export const LEADERBOARD = defaultsOf('getPoolLeaderboard', ['period', 'limit'])
export const ACTIVITY = defaultsOf('getPoolActivity', ['limit'])
export const CONTRIBUTIONS = defaultsOf('getPoolContributions', ['period', 'page', 'limit'])
export const RANK = defaultsOf('getPoolRank', ['period'])
