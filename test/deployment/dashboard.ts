import { readFileSync } from 'node:fs'

interface Panel {
  readonly id: number
  readonly type: string
  readonly title: string
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
  readonly targets?: readonly { readonly expr: string; readonly datasource: { readonly uid: string } }[]
}

export interface Dashboard {
  readonly title: string
  readonly panels: readonly Panel[]
  readonly templating: {
    readonly list: readonly { readonly name: string; readonly type: string; readonly query: unknown }[]
  }
}

/** The Grafana dashboard of this repository. */
export const dashboard = JSON.parse(
  readFileSync(new URL('../../grafana/mailproof.json', import.meta.url), 'utf8'),
) as Dashboard

/** The expressions of all panels, with Grafana's variables. */
export const expressions = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
