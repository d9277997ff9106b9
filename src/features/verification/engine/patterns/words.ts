// The words by which patterns recognise test, developer and system addresses.

/*
 * The words that the patterns match. In local parts `.` and `_` count as `-`, so `no-reply` also matches no.reply and
 * no_reply. Before adding a word, consider people and places of that name: `travis`, `dev.patel@` and `bar@` are
 * people.
 */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Local parts or tags used only in tests; digits may follow (`test1`, `asdf123`). */
export const TEST_WORDS = words(`
  test tests tester testing testuser testaccount testemail testmail testperson testdummy dummy dummyuser dummy-user
  e2e e2etest loadtest load-test smoketest smoke-test unittest unit-test integration-test autotest qatest qa-test
  testqa devtest dev-test example lorem lorem-ipsum loremipsum
  foobar foo-bar foobarbaz foo-bar-baz asdf asdfg asdfgh asdfasdf asdfghjkl qwer qwert qwerty qwertyuiop zxcv zxcvbn
`)

/** Local parts or tags of developers, matched exactly. */
export const DEVELOPER_WORDS = words('dev devs developer developers qa foo bar baz qux quux asd qwe abc123')

/** First words that mark the whole local part or tag as a test (`test.signup.17`, `+e2e-user-3`). */
export const TEST_FIRST_WORDS = words('test testing e2e')

/** Unattended senders: local parts, matched exactly. */
export const SYSTEM_WORDS = words(`
  root daemon cron cronjob crontab postmaster nobody www-data devnull dev-null bounce bounces system syslog
  autoreply auto-reply autoresponder auto-responder autoresponse auto-response automated automailer auto-mailer
  notification notifications notifier alert alerts maildaemon mail-daemon mailer listserv majordomo
  undeliverable unattended unmonitored
`)

/** Word sequences that mark a system sender anywhere in the local part (`accounts-noreply`, `no-reply-billing`). */
export const SYSTEM_RUNS = [
  'noreply',
  'no-reply',
  'donotreply',
  'do-not-reply',
  'dontreply',
  'dont-reply',
  'donot-reply',
  'mailer-daemon',
  'mailerdaemon',
] as const

/** First words of addresses that receive bounces (`bounce-1234-ada=example.com`). */
export const BOUNCE_FIRST_WORDS = words('bounce bounces')

/**
 * What addresses of returned mail begin with: rewritten senders (SRS), tagged ones (BATV, as `prvs=`), and those that large
 * senders sign in their own way.
 */
export const RETURN_PATHS = [
  'srs0=',
  'srs0+',
  'srs0-',
  'srs1=',
  'srs1+',
  'srs1-',
  'prvs=',
  'msprvs1=',
  'btv1==',
] as const

/** Labels of domains that only send (`users.noreply.github.com`). */
export const SYSTEM_LABELS = words('noreply no-reply donotreply do-not-reply')

/**
 * Local parts that declare themselves temporary; digits may follow. Every word must be unambiguous.
 */
export const TEMPORARY_WORDS = words(`
  temp tmp temporary throwaway throw-away disposable tempmail temp-mail tempemail temp-email tmpmail tmp-mail
  tmpemail tmp-email tempuser temp-user tempaccount temp-account tempaddress temp-address tempinbox temp-inbox
  temporarymail temporary-mail temporaryemail temporary-email temporary-address temporary-account
  throwawaymail throwaway-mail throwawayemail throwaway-email throwaway-account throwaway-address
  disposablemail disposable-mail disposableemail disposable-email disposable-address disposable-account
  trashmail trash-mail trashemail trash-email junkmail junk-mail burnermail burner-mail burneremail burner-email
  burner-account fakemail fake-mail fakeemail fake-email mytemp my-temp mytempmail my-temp-mail onetime-mail
  one-time-mail
`)

/** Labels of hosts that are not production; digits may follow (`dev2`). */
export const ENVIRONMENT_LABELS = words(`
  dev devel develop development stage staging stg test testing tst qa uat sandbox preview preprod pre-prod
  local localhost localdomain internal nonprod non-prod
`)

/** Top-level names that exist only inside a developer's machine or network. */
export const ENVIRONMENT_TLDS = words('test localhost local localdomain internal')

/** Bots of build services and code hosts: local parts or tags, matched exactly except for a final `[bot]`. */
export const CI_WORDS = words(`
  ci cicd ci-cd ci-bot cibot ci-build ci-user build-bot buildbot builds-bot deploy-bot deploybot release-bot
  releasebot jenkins jenkins-ci jenkins-bot github-actions github-action githubactions gh-actions github-bot
  gitlab-ci gitlab-bot gitlab-runner gitlabci circleci circle-ci circleci-bot travis-ci travisci travis-bot
  dependabot dependabot-preview renovate renovate-bot renovatebot greenkeeper snyk-bot mergify pre-commit-ci
  semantic-release semantic-release-bot azure-pipelines azure-devops bitbucket-pipelines buildkite buildkite-agent
  teamcity appveyor codeship drone-ci droneci concourse-ci argocd argo-cd codebuild codecov codecov-bot sonarqube
  sonarcloud woodpecker-ci bamboo-ci netlify-bot vercel-bot
`)
