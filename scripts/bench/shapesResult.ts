import type { DeploymentShape } from './environment/shapeService.js'
import type { ClosedLoopResult } from './load/closedLoop.js'

export interface ShapesOptions {
  readonly seconds: number
  readonly rounds: number
  readonly shapes: readonly DeploymentShape[]
  readonly accounts: readonly number[]
  readonly connections: readonly number[]
  /** Milliseconds added to each answer of a store. */
  readonly storeDelay: number
  readonly mongodbUrl?: string
  readonly kurrentdbUrl?: string
  readonly node: readonly string[]
  readonly workerNode: readonly string[]
}

/** One load on one shape. */
export interface ShapeRound {
  readonly load: ClosedLoopResult
  /** CPU of the API process per verification, in microseconds. */
  readonly apiCpuUs: number
  /** Share of a core that each process used during the load, by its name. */
  readonly cpu: ReadonlyMap<string, number>
  /** Samples of the projection lag in milliseconds. */
  readonly lags: readonly number[]
}

/** The rounds of a shape with a number of accounts and connections. */
export interface ShapeResult {
  readonly shape: DeploymentShape
  readonly accounts: number
  readonly connections: number
  readonly rounds: ShapeRound[]
}

/** Warm addresses that are verified in turn. */
export const ADDRESSES = 400
/** Interval between two samples of the projection lag. */
export const LAG_POLL_MS = 250
