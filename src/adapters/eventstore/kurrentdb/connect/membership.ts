// Recognises nodes of different clusters among those that KURRENTDB_URL names: nothing may be written to the wrong log.

/**
 * Two of the nodes that a connection string names and whose clusters have no member in common; undefined if all that answer
 * share a member with the first. A node that starts reports only itself until it hears from the others.
 */
export async function nodesOfOtherClusters(
  nodes: readonly string[],
  membersOf: (node: string) => Promise<readonly string[] | undefined>,
): Promise<readonly [string, string] | undefined> {
  const answers = await Promise.all(nodes.map(async (node) => ({ node, members: await membersOf(node) })))
  const [first, ...others] = answers.flatMap(({ node, members }) => (members ? [{ node, members }] : []))
  const other = others.find(({ members }) => !members.some((member) => first!.members.includes(member)))
  return other && [first!.node, other.node]
}
