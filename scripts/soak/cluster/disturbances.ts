// What happens to the nodes of a KurrentDB cluster; each election is reported, so that the time after it can be measured.
import { setTimeout as sleep } from 'node:timers/promises'
import { ALL_NODES, type Nodes } from '../../../testbed/stores/kurrentdb/nodes.js'

/** Does something after which a node is elected, or the last leader goes on, and waits until the service is healthy. */
type Elect = (what: string, act: () => Promise<unknown>) => Promise<void>

interface Disturbing {
  readonly nodes: Nodes
  readonly elect: Elect
  /** How long nodes stay dead or frozen. */
  readonly holdMs: number
}

export const DISTURBANCES: { readonly [name: string]: (disturbing: Disturbing) => Promise<void> } = {
  async dead({ nodes, elect, holdMs }) {
    const leader = await nodes.untilLed()
    await elect('the leader died', () => nodes.kill(leader))
    await sleep(holdMs)
    await nodes.start(leader)
  },
  moved: ({ nodes, elect }) => elect('the leader resigned', nodes.resign),
  async frozen({ nodes, elect, holdMs }) {
    const leader = await nodes.untilLed()
    await elect('the leader stood still', () => nodes.freeze(leader))
    await sleep(holdMs)
    await nodes.thaw(leader)
  },
  async rolling({ nodes, elect }) {
    for (const node of ALL_NODES) {
      await elect(`node ${node} stopped`, () => nodes.stop(node))
      await elect(`node ${node} started`, () => nodes.start(node))
    }
  },
  async minority({ nodes, elect, holdMs }) {
    const leader = await nodes.untilLed()
    const others = ALL_NODES.filter((node) => node !== leader)
    await elect('two nodes were dead for a while', async () => {
      for (const node of others) await nodes.kill(node)
      await sleep(holdMs)
      for (const node of others) await nodes.start(node)
    })
  },
}
