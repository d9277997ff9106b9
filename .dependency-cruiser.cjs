/** Who may import whom (README, "The house"). A rule's comment says what the rule protects. */
const feature = '^src/features/([^/]+)/'

module.exports = {
  forbidden: [
    {
      name: 'no-circles',
      comment: 'Code that goes in circles has no beginning to read from.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'kernel-imports-nothing-of-ours',
      severity: 'error',
      from: { path: '^src/kernel/' },
      to: { path: '^src/', pathNot: '^src/kernel/' },
    },
    {
      name: 'eventing-imports-the-kernel-only',
      severity: 'error',
      from: { path: '^src/eventing/' },
      to: { path: '^src/', pathNot: '^src/(kernel|eventing)/' },
    },
    {
      name: 'features-import-eventing-and-kernel',
      severity: 'error',
      from: { path: '^src/features/' },
      to: { path: '^src/', pathNot: '^src/(kernel|eventing|features)/' },
    },
    {
      name: 'features-meet-through-the-index',
      comment: 'events.ts is a public leaf: anyone may import its types.',
      severity: 'error',
      from: { path: feature },
      to: { path: feature, pathNot: ['^src/features/$1/', '^src/features/[^/]+/(index|events)\\.ts$'] },
    },
    {
      name: 'earlier-features-do-not-know-later-ones',
      comment: 'accounts < pool < verification < batches < webhooks',
      severity: 'error',
      from: { path: '^src/features/accounts/' },
      to: { path: '^src/features/', pathNot: '^src/features/accounts/' },
    },
    {
      name: 'the-pool-knows-accounts-only',
      comment: "Of later features, their events' types.",
      severity: 'error',
      from: { path: '^src/features/pool/' },
      to: { path: '^src/features/', pathNot: '^src/features/(accounts|pool)/|/events\\.ts$' },
    },
    {
      name: 'verification-does-not-know-batches',
      severity: 'error',
      from: { path: '^src/features/verification/' },
      to: { path: '^src/features/', pathNot: '^src/features/(accounts|pool|verification)/|/events\\.ts$' },
    },
    {
      name: 'batches-do-not-know-webhooks',
      severity: 'error',
      from: { path: '^src/features/batches/' },
      to: { path: '^src/features/', pathNot: '^src/features/(accounts|pool|verification|batches)/|/events\\.ts$' },
    },
    {
      name: 'events-are-leaves',
      severity: 'error',
      from: { path: '^src/features/[^/]+/events\\.ts$' },
      to: { path: '^src/', pathNot: '^src/kernel/|^src/features/$1/plans\\.ts$|/(events|plans)\\.ts$' },
    },
    {
      name: 'decisions-and-folds-are-pure',
      comment: 'No clock, no store, no network where something is decided or folded.',
      severity: 'error',
      from: { path: '^src/features/[^/]+/(decide|state|events)\\.ts$|^src/features/[^/]+/projections/' },
      to: { dependencyTypes: ['core', 'npm'] },
    },
    {
      name: 'projections-see-events-only',
      severity: 'error',
      comment: 'Those of one feature may share what is pure.',
      from: { path: '^src/features/([^/]+)/projections/' },
      to: { path: '^src/features/', pathNot: ['/(events|plans)\\.ts$', '^src/features/$1/projections/'] },
    },
    {
      name: 'the-inside-knows-no-transport-and-no-engine',
      severity: 'error',
      from: { path: '^src/(kernel|eventing|features)/' },
      to: { path: 'node_modules/(express|@apollo|graphql|type-graphql|agenda|mongodb|lmdb|@kurrent|dns-packet)(/|$)' },
    },
    {
      name: 'agenda-is-known-to-jobs-and-its-backends',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(jobs|adapters/agenda)/' },
      to: { path: 'node_modules/(agenda|@agendajs)(/|$)' },
    },
    {
      name: 'jobs-stand-beside-the-transports',
      comment: 'Like them, they enter features by the index; they know neither adapters nor each other.',
      severity: 'error',
      from: { path: '^src/jobs/' },
      to: { path: '^src/', pathNot: '^src/(kernel|jobs)/|^src/features/[^/]+/(index|events)\\.ts$' },
    },
    {
      name: 'only-app-constructs-adapters',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(app\\.ts$|adapters/)' },
      to: { path: '^src/adapters/' },
    },
    {
      name: 'adapters-know-no-feature',
      severity: 'error',
      from: { path: '^src/adapters/' },
      to: { path: '^src/', pathNot: '^src/(kernel|adapters)/' },
    },
    {
      name: 'transports-enter-features-by-the-index',
      severity: 'error',
      from: { path: '^src/(http|graphql|cli|app\\.ts|main\\.ts)' },
      to: { path: '^src/features/', pathNot: '^src/features/[^/]+/(index|events)\\.ts$' },
    },
    {
      name: 'graphql-stands-beside-http',
      comment: 'It shares what REST says of inputs, limits, shapes and errors; neither knows the composition.',
      severity: 'error',
      from: { path: '^src/graphql/' },
      to: {
        path: '^src/',
        pathNot:
          '^src/(kernel|graphql)/|^src/features/[^/]+/(index|events)\\.ts$|^src/http/(contract|shapes)/|^src/http/(body|call|cors|errors|gate|operation|readBody|securityHeaders|send|server)\\.ts$|^src/http/operations/(cancelBatch|revokeKey)\\.ts$',
      },
    },
    {
      name: 'http-does-not-know-graphql',
      severity: 'error',
      from: { path: '^src/http/' },
      to: { path: '^src/graphql/' },
    },
    {
      name: 'graphql-libraries-are-loaded-when-they-are-needed',
      comment: 'Only what mount.ts imports later may import them: who never asks GraphQL pays nothing for it.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/graphql/' },
      to: { path: 'node_modules/(@apollo|graphql|graphql-[a-z-]+|type-graphql|dataloader|reflect-metadata|ws)(/|$)' },
    },
    {
      name: 'http-does-not-know-the-composition',
      severity: 'error',
      from: { path: '^src/http/' },
      to: { path: '^src/(cli|app\\.ts|main\\.ts|config\\.ts|adapters)' },
    },
    {
      name: 'source-does-not-import-tests-or-scripts',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(test|scripts)/' },
    },
    {
      name: 'runtime-needs-runtime-dependencies',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.js', '.json'],
      conditionNames: ['import', 'types', 'node', 'default'],
    },
  },
}
