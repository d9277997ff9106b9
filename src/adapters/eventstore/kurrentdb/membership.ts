// Recognises a node of another cluster among those that KURRENTDB_URL names: its log must never be taken for ours.

/** The members of our cluster, as its nodes named them last. Shared by all clients of a process. */
export interface Membership {
  /** Whether a node whose cluster has these members belongs to ours: most of those that were known are among them. */
  admits(members: readonly string[]): boolean
}

export function createMembership(): Membership {
  let known: readonly string[] | undefined
  return {
    admits(members) {
      if (known && !isSame(known, members)) return false
      known = members
      return true
    },
  }
}

/** Members are replaced one by one, and a cluster may grow. */
const isSame = (known: readonly string[], members: readonly string[]): boolean =>
  known.filter((member) => members.includes(member)).length * 2 > known.length

/**
 * Two of the nodes that a connection string names and that belong to different clusters; undefined if all that answer belong
 * to ours.
 */
export async function strangersAmong(
  nodes: readonly string[],
  ours: Membership,
  membersOf: (node: string) => Promise<readonly string[] | undefined>,
): Promise<readonly [string, string] | undefined> {
  const answers = await Promise.all(nodes.map(async (node) => ({ node, members: await membersOf(node) })))
  const answered = answers.flatMap(({ node, members }) => (members ? [{ node, members }] : []))
  const other = answered.find(({ members }) => !ours.admits(members))
  return other && [answered[0]!.node, other.node]
}
