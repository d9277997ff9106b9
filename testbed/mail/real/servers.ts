// Postfix, Exim and OpenSMTPD, configured with the same domains.
// ada exists in each; `all.` accepts everybody, `grey.` greylists, `full.` is over its quota, `policy.` refuses this client, `off.` has
// disabled its mailboxes, `one.` takes one recipient of a transaction, slowly.
import { mkdirSync, writeFileSync } from 'node:fs'
import type { Certificate } from '../../certificate.js'
import { freePort } from '../../freePort.js'
import { type Place, type RealServer, startReal } from './process.js'

/** A client that greylisting has seen may come back after this time, in seconds. */
export const GREY_SECONDS = 1

const write = (place: Place, name: string, content: string): string => {
  const path = `${place.path}/${name}`
  writeFileSync(path, content)
  return path
}

/** @param policyPort of a server of Postfix's policy protocol, which greylists; without it, mail to `grey.` is refused for now */
export async function startPostfix(address: string, tls: Certificate, policyPort = 0): Promise<RealServer> {
  const port = await freePort()
  return startReal(address, port, (place) => {
    const { path, root, libraries } = place
    for (const name of ['active', 'bounce', 'corrupt', 'defer', 'deferred', 'flush', 'hold', 'incoming', 'private'])
      mkdirSync(`${path}/queue/${name}`, { recursive: true, mode: 0o777 })
    for (const name of ['queue/public', 'queue/maildrop', 'queue/pid', 'queue/saved', 'queue/trace', 'data'])
      mkdirSync(`${path}/${name}`, { recursive: true, mode: 0o777 })
    write(place, 'key.pem', tls.key)
    write(place, 'cert.pem', tls.cert)
    write(place, 'dynamicmaps.cf', '')
    write(
      place,
      'main.cf',
      `
compatibility_level = 3.6
import_environment = MAIL_CONFIG LD_LIBRARY_PATH=${libraries}
queue_directory = ${path}/queue
data_directory = ${path}/data
daemon_directory = ${root}/usr/lib/postfix/sbin
command_directory = ${root}/usr/sbin
shlib_directory = ${root}/usr/lib/postfix
meta_directory = ${path}
mail_owner = postfix
setgid_group = postdrop
maillog_file = ${path}/maillog
maillog_file_prefixes = ${path}
myhostname = mx.postfix.example
inet_protocols = ipv4
mydestination = postfix.example, grey.postfix.example, full.postfix.example, policy.postfix.example, off.postfix.example, one.postfix.example
virtual_mailbox_domains = all.postfix.example
virtual_mailbox_maps = static:anybody
local_recipient_maps = inline:{{ada=x},{zoë=x}}
alias_maps =
alias_database =
smtpd_tls_security_level = may
smtpd_tls_cert_file = ${path}/cert.pem
smtpd_tls_key_file = ${path}/key.pem
smtpd_tls_loglevel = 1
disable_vrfy_command = yes
smtputf8_enable = yes
smtpd_delay_reject = yes
smtpd_recipient_restrictions = reject_unauth_destination, check_recipient_access inline:{
  {full.postfix.example = 452 4.2.2 Mailbox is full},
  {policy.postfix.example = 554 5.7.1 Service unavailable; Client host [127.0.0.1] blocked using zen.spamhaus.org},
  {off.postfix.example = 550 5.2.1 This mailbox is disabled},
  {grey.postfix.example = greylist}}
smtpd_restriction_classes = greylist
greylist = reject_unlisted_recipient, check_policy_service inet:127.0.0.1:${policyPort}
`,
    )
    write(
      place,
      'master.cf',
      [
        `${address}:${port} inet n - n - - smtpd`,
        'cleanup unix n - n - 0 cleanup',
        'postlog unix-dgram n - n - 1 postlogd',
        'anvil unix - - n - 1 anvil',
        'rewrite unix - - n - - trivial-rewrite',
        'proxymap unix - - n - - proxymap',
        'tlsmgr unix - - n 1000? 1 tlsmgr',
        '',
      ].join('\n'),
    )
    const own = `chown -R root ${path} && chown -R postfix ${path}/queue ${path}/data && chgrp postdrop ${path}/queue/public ${path}/queue/maildrop && chmod 755 ${path} ${path}/queue`
    const master = `${root}/usr/lib/postfix/sbin/master`
    return ['sh', '-c', `${own} && chmod 700 ${path}/queue/private && exec ${master} -c ${path} -d`]
  })
}

export async function startExim(address: string, tls: Certificate): Promise<RealServer> {
  const port = await freePort()
  return startReal(address, port, (place) => {
    const { path, root } = place
    write(place, 'key.pem', tls.key)
    write(place, 'cert.pem', tls.cert)
    const config = write(
      place,
      'exim.conf',
      `
primary_hostname = mx.exim.example
spool_directory = /var/spool/exim
log_file_path = ${path}/%slog
pid_file_path = ${path}/pid
local_interfaces = ${address}
daemon_smtp_ports = ${port}
host_lookup =
rfc1413_query_timeout = 0s
smtputf8_advertise_hosts = *
tls_advertise_hosts = *
tls_certificate = ${path}/cert.pem
tls_privatekey = ${path}/key.pem
acl_smtp_rcpt = recipient
begin acl
recipient:
  warn domains = one.exim.example
       delay = 1s
  accept domains = all.exim.example
  deny domains = policy.exim.example
       message = 550 5.7.1 rejected because $sender_host_address is in a black list at zen.spamhaus.org
  deny domains = full.exim.example
       message = 552 5.2.2 mailbox is full
  deny domains = off.exim.example
       message = 550 5.2.1 This account is disabled
  defer domains = one.exim.example
       condition = \${if >{$rcpt_count}{1}}
       message = 452 4.5.3 Too many recipients
  deny !local_parts = ada : zoë
       message = 550 Unknown user
  defer domains = grey.exim.example
       !seen = -${GREY_SECONDS}s / key=\${sender_host_address}-$local_part
       message = 451 4.7.1 Greylisted, please try again in ${GREY_SECONDS} seconds
  accept domains = exim.example : grey.exim.example : one.exim.example
  deny message = relay not permitted
begin routers
begin transports
`,
    )
    return [
      `sh`,
      '-c',
      `chown root ${config} && chmod 644 ${config} ${path}/*.pem && chmod 777 ${path} && exec ${root}/usr/sbin/exim4 -C ${config} -bdf`,
    ]
  })
}

export async function startOpenSmtpd(address: string, tls: Certificate): Promise<RealServer> {
  const port = await freePort()
  return startReal(address, port, (place) => {
    const { path, root } = place
    write(place, 'key.pem', tls.key)
    write(place, 'cert.pem', tls.cert)
    const config = write(
      place,
      'smtpd.conf',
      `
pki mx.opensmtpd.example cert "${path}/cert.pem"
pki mx.opensmtpd.example key "${path}/key.pem"
table everybody { "@all.opensmtpd.example" = "ada" }
filter "grey" phase rcpt-to match rcpt-to regex { "@grey[.]" } reject "451 4.7.1 Greylisted, please try again in 300 seconds"
filter "full" phase rcpt-to match rcpt-to regex { "@full[.]" } reject "552 5.2.2 Mailbox is full"
filter "policy" phase rcpt-to match rcpt-to regex { "@policy[.]" } reject "550 5.7.1 Client host blocked using zen.spamhaus.org"
filter "off" phase rcpt-to match rcpt-to regex { "@off[.]" } reject "550 5.2.1 This mailbox is disabled"
filter "all" chain { "grey", "full", "policy", "off" }
listen on ${address} port ${port} hostname mx.opensmtpd.example tls pki mx.opensmtpd.example filter "all"
action "users" mbox
action "everybody" mbox virtual <everybody>
match from any for domain "all.opensmtpd.example" action "everybody"
match from any for domain { "opensmtpd.example", "grey.opensmtpd.example", "full.opensmtpd.example", "policy.opensmtpd.example", "off.opensmtpd.example" } action "users"
`,
    )
    return [
      'sh',
      '-c',
      `chown root ${path}/* && chmod 600 ${path}/key.pem ${config} && exec ${root}/usr/sbin/smtpd -d -f ${config}`,
    ]
  })
}
