// Literal replies of mail servers, with what they mean. A section names the operator, the stage and the source; lines of one reply
// are separated by " // ". Addresses and hosts in them are examples.

interface LiteralReply {
  readonly operator: string
  readonly stage: 'greeting' | 'hello' | 'sender' | 'recipient'
  readonly source: string
  readonly reply: string
  readonly means: string
}

const TEXT = `
# google | recipient | https://support.google.com/a/answer/3726730
no_such_mailbox: 550-5.1.1 The email account that you tried to reach does not exist. Please try // 550-5.1.1 double-checking the recipient's email address for typos or // 550-5.1.1 unnecessary spaces. For more information, go to // 550 5.1.1  https://support.google.com/mail/?p=NoSuchUser 98e67ed59e1d1-2e2e5b0b1e8si1234567a91.12 - gsmtp
no_such_mailbox: 550 5.1.1 The email account that you tried to reach does not exist.
disabled: 550-5.2.1 The email account that you tried to reach is inactive. For more // 550-5.2.1 information, go to // 550 5.2.1  https://support.google.com/mail/?p=DisabledUser - gsmtp
disabled: 550 5.2.1 The email account that you tried to reach is disabled. a5-20020a056808si - gsmtp
temporary: 550-5.2.1 The user you are trying to contact is receiving mail at a rate that // 550-5.2.1 prevents additional messages from being delivered. For more // 550 5.2.1 information, please visit https://support.google.com/mail/?p=ReceivingRatePerm - gsmtp
temporary: 450-4.2.1 The user you are trying to contact is receiving mail too quickly. // 450-4.2.1 Please resend your message at a later time. If the user is able to // 450 4.2.1 receive mail at that time, your message will be delivered. - gsmtp
temporary: 450 4.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional messages from being delivered. Please resend your message at a later time.
full: 452-4.2.2 The email account that you tried to reach is over quota. Please direct // 452-4.2.2 the recipient to // 452 4.2.2  https://support.google.com/mail/?p=OverQuotaTemp - gsmtp
full: 552-5.2.2 The recipient's inbox is out of storage space and inactive. Please direct // 552 5.2.2 the recipient to https://support.google.com/mail/?p=OverQuotaPerm - gsmtp
full: 552 5.2.2 The email account that you tried to reach is over quota and inactive.
rate_limited: 421-4.7.28 Gmail has detected an unusual rate of unsolicited mail originating // 421-4.7.28 from your IP Netblock. To protect our users from spam, mail sent // 421 4.7.28 from your IP Netblock has been temporarily rate limited. - gsmtp
blocked_here: 421 4.7.0 Our system has detected an unusual rate of unsolicited mail originating from your IP address. To protect our users from spam, mail sent from your IP address has been temporarily blocked.
blocked_here: 421-4.7.0 This message is suspicious due to the very low reputation of the sending // 421-4.7.0 IP address. To best protect our users from spam, the message has been blocked. - gsmtp // 421 4.7.0 see above
rate_limited: 421 4.7.0 Try again later, closing connection. (EHLO) ffacd0b85a97d - gsmtp
rate_limited: 421 4.7.0 Temporary System Problem. Try again later.
rate_limited: 421 4.4.5 Server busy, try again later.
rate_limited: 421 4.3.0 Temporary System Problem. Try again later (10) - gsmtp
rate_limited: 421 4.7.0 TLS required for RCPT domain, closing connection.
rate_limited: 421 4.7.0 IP not in whitelist for RCPT domain, closing connection.
temporary: 451 4.3.0 Mail server temporarily rejected message. - gsmtp
temporary: 451 4.3.0 Multiple destination domains per transaction is unsupported. Please try again.
temporary: 451 4.4.2 Timeout - closing connection.
temporary: 451 4.5.0 SMTP protocol violation, see RFC 2821.
rate_limited: 452 4.5.3 Your message has too many recipients. For more information regarding Google's sending limits, review this article.
rate_limited: 452 4.5.3 Domain policy size per transaction exceeded, please try this recipient in a separate transaction.
blocked_here: 550-5.7.1 [192.0.2.1 7] Our system has detected that this message is likely // 550 5.7.1 unsolicited mail. To reduce the amount of spam sent to Gmail, this message has been blocked. - gsmtp
blocked_here: 550-5.7.25 [192.0.2.1] The IP address sending this message does not have a // 550-5.7.25 PTR record setup, or the corresponding forward DNS entry does not // 550 5.7.25 point to the sending IP. - gsmtp
blocked_here: 550-5.7.26 This mail has been blocked because the sender is unauthenticated. // 550 5.7.26 Gmail requires all senders to authenticate with either SPF or DKIM. - gsmtp
blocked_here: 550 5.7.1 The user or domain that you are sending to (or from) has a policy that prohibited the mail that you sent.
blocked_here: 550 5.7.1 Email quota exceeded.
unverifiable: 550-5.7.1 [192.0.2.1] Invalid credentials for relay. The IP address // 550 5.7.1 you've registered isn't allowed to relay - gsmtp
rate_limited: 550 5.4.5 Daily user sending limit exceeded. - gsmtp
unverifiable: 553 5.1.2 We weren't able to find the recipient domain. Please check for any spelling errors.
unverifiable: 553 5.1.3 The recipient address <ada.example> is not a valid RFC 5321 address. - gsmtp
unverifiable: 503 5.5.1 RCPT first. a1-20020 - gsmtp
unverifiable: 555 5.5.2 Syntax error. a1-20020 - gsmtp
accepted: 250 2.1.5 OK 98e67ed59e1d1si1234567a91.12 - gsmtp

# microsoft | recipient | https://learn.microsoft.com/exchange/mail-flow-best-practices/non-delivery-reports-in-exchange-online
no_such_mailbox: 550 5.4.1 Recipient address rejected: Access denied. AS(201806281) [BN1NAM02FT022.eop-nam02.prod.protection.outlook.com]
no_such_mailbox: 550 5.4.1 [ada@one.example]: Recipient address rejected: Access denied [DB5EUR03FT003.eop-EUR03.prod.protection.outlook.com 2026-03-01T10:00:00.000Z 08DC3A]
no_such_mailbox: 550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302). [DM6NAM12FT015.eop-nam12.prod.protection.outlook.com 2023-09-19T15:05:34.324Z 08DBB71928CA8F8E]
no_such_mailbox: 550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302).
no_such_mailbox: 550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient ada@one.example not found by SMTP address lookup
no_such_mailbox: 550 5.1.1 RESOLVER.ADR.RecipNotFound; not found
no_such_mailbox: 550 5.1.1 RESOLVER.ADR.ExRecipNotFound; not found
no_such_mailbox: 550 5.1.351 Remote server returned unknown recipient or mailbox unavailable -> 550 5.1.1 User unknown
no_such_mailbox: 550 5.1.10 Recipient not found
full: 550 5.2.2 STOREDRV.Deliver; mailbox full
full: 552 5.2.2 This message is larger than the current system limit or the recipient's mailbox is full.
full: 452 4.2.2 The recipient's mailbox is full and can't accept messages now.
rate_limited: 452 4.5.3 Too many recipients (AS780090) [SN1NAM02FT003.eop-nam02.prod.protection.outlook.com]
rate_limited: 452 4.5.3 Recipients belong to multiple regions ATTR38 [DB3EUR04FT014.eop-eur04.prod.protection.outlook.com]
rate_limited: 451 4.7.500 Server busy. Please try again later from [192.0.2.1]. (S77719) [BN8NAM11FT012.eop-nam11.prod.protection.outlook.com]
rate_limited: 451 4.7.650 The mail server [192.0.2.1] has been temporarily rate limited due to IP reputation. For e-mail delivery information, see https://postmaster.live.com (S775)
rate_limited: 451 4.7.651 The mail server [192.0.2.1] has been temporarily rate limited due to IP reputation.
rate_limited: 451 4.7.652 The mail server [192.0.2.1] has exceeded the maximum number of connections. (S3115)
rate_limited: 421 RP-001 (SNT004-MC1F9) Unfortunately, some messages from 192.0.2.1 weren't sent. The mail server IP connecting to Outlook.com server has exceeded the rate limit allowed.
rate_limited: 421 RP-002 (BAY004) Unfortunately, some messages from 192.0.2.1 weren't sent. The mail server IP connecting has exceeded the rate limit allowed on this connection.
rate_limited: 421 4.3.2 Service not available, closing transmission channel
rate_limited: 421 4.4.5 too many concurrent connections
temporary: 451 4.4.0 Message deferred due to DNS failure
temporary: 450 4.1.0 Recipient thread limit approached, please retry
temporary: 451 4.7.0 Temporary server error. Please try again later. PRX4 [DB5EUR01FT003]
temporary: 451 4.4.4 Mail received as unauthenticated, incoming to a recipient domain configured in a hosted tenant which has no mail-enabled subscriptions. ATTR5
blocked_here: 451 4.7.550 Access denied, please try again later, sender reputation
blocked_here: 550 5.7.1 Unfortunately, messages from [192.0.2.1] weren't sent. Please contact your Internet service provider since part of their network is on our block list (S3140).
blocked_here: 550 SC-001 (BAY004-MC1F1) Unfortunately, messages from 192.0.2.1 weren't sent. Please contact your Internet service provider since part of their network is on our block list.
blocked_here: 550 5.7.606 Access denied, banned sending IP [192.0.2.1]. To request removal from this list please visit https://sender.office.com/ and follow the directions.
blocked_here: 550 5.7.511 Access denied, banned sender[192.0.2.1]. To request removal from this list please forward this message to delist@microsoft.com.
blocked_here: 550 5.7.1 Service unavailable, Client host [192.0.2.1] blocked using Spamhaus. To request removal from this list see https://www.spamhaus.org/query/ip/192.0.2.1 (AS3130).
blocked_here: 550 5.7.1 Service unavailable, MailFrom domain is listed in Spamhaus. To request removal from this list see https://www.spamhaus.org/query/lookup/
blocked_here: 550 5.7.708 Service unavailable. Access denied, traffic not accepted from this IP.
blocked_here: 550 5.7.509 Access denied, sending domain ONE.EXAMPLE does not pass DMARC verification and has a DMARC policy of reject.
blocked_here: 550 5.7.23 The message was rejected because of Sender Policy Framework violation
unverifiable: 550 5.7.64 TenantAttribution; Relay Access Denied
unverifiable: 550 5.7.1 RESOLVER.RST.AuthRequired; authentication required
unverifiable: 550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; authentication required; Delivery restriction check failed because the sender was not authenticated when sending to this group
unverifiable: 550 5.7.124 RESOLVER.RST.SenderNotInAllowedList; not in allowed senders list
unverifiable: 550 5.7.12 RESOLVER.RST.SenderAuthenticated; Delivery restriction check failed as sender not authenticated
blocked_here: 550 5.7.1 Recipient address rejected: Access denied
unverifiable: 550 5.4.1 All recipient addresses rejected : Access denied
unverifiable: 550 5.5.0 Requested action not taken: mailbox unavailable
unverifiable: 550 5.4.310 DNS domain one.example does not exist
unverifiable: 501 5.1.3 Invalid address
unverifiable: 550 4.4.7 QUEUE.Expired; message expired
accepted: 250 2.1.5 Recipient OK

# x | recipient | The text of Exchange Online from another operator proves nothing.
unverifiable: 550 5.4.1 Recipient address rejected: Access denied. AS(201806281)
unverifiable: 550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302).
unverifiable: 550 Requested action not taken: mailbox unavailable

# yahoo | recipient | https://smtp.codes/yahoo, https://help.yahoo.com/kb/SLN3444.html
no_such_mailbox: 554 delivery error: dd This user doesn't have a yahoo.com account (ada@one.example) [0] - mta1061.mail.ne1.yahoo.com
no_such_mailbox: 552 1 Requested mail action aborted, mailbox not found
no_such_mailbox: 550 5.1.1 <ada@one.example>: user unknown
disabled: 554 delivery error: dd This account has been disabled or discontinued [#102] - mta1.mail.yahoo.com
disabled: 554 30 Sorry, your message to ada@one.example cannot be delivered. This mailbox is disabled (554.30).
full: 552 5.2.2 User mailbox is over quota
full: 554 delivery error: dd Sorry your message to ada@one.example cannot be delivered. This account is over quota.
rate_limited: 421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to unexpected volume or user complaints - 4.16.55.1; see https://postmaster.yahooinc.com/error-codes
rate_limited: 421 4.7.0 [TSS11] All messages from 192.0.2.1 will be temporarily deferred
rate_limited: 421 4.7.1 [TS03] All messages from 192.0.2.1 will be permanently deferred; Retrying will NOT succeed.
rate_limited: 421 Max message per connection reached, closing transmission channel
rate_limited: 421 Service not available, closing transmission channel
rate_limited: 451 VS1-IP Excessive unknown recipients - possible Open Relay (#4.1.8)
rate_limited: 451 VS1-MF Excessive unknown recipients - possible Open Relay (#4.4.5)
temporary: 450 User is receiving mail too quickly
temporary: 451 one.example Resources temporarily unavailable. Please try again later [#4.16.1].
temporary: 451 4.3.2 Internal server error
temporary: 452 temporary domain failure <ada@one.example>
blocked_here: 553 5.7.1 [BL21] Connections will not be accepted from 192.0.2.1, because the ip is in Spamhaus's list; see http://postmaster.yahoo.com/550-bl23.html
blocked_here: 554 5.7.9 Message not accepted for policy reasons. See https://postmaster.yahooinc.com/error-codes
blocked_here: 553 5.7.1 [BL23] Connections not accepted from IP addresses on Spamhaus XBL

# apple | recipient | https://smtp.codes/icloud
no_such_mailbox: 550 5.1.1 <ada@one.example>: user does not exist
disabled: 550 5.1.1 <ada@one.example>: inactive email
full: 552 5.2.2 <ada@one.example>: user is over quota
full: 450 4.2.2 <ada@one.example>: user is overquota
rate_limited: 421 4.7.0 me.com Error: too many errors
temporary: 421 4.7.1 Messages to ada@one.example deferred due to excessive volume. Try again later - https://support.apple.com/en-us/HT204137
temporary: 451 4.7.1 Service unavailable - try again later
blocked_here: 550 5.7.1 [CS01] Message rejected due to local policy. Please visit https://support.apple.com/en-us/HT204137
blocked_here: 550 5.7.1 Your message was rejected due to one.example DMARC policy.
blocked_here: 550 5.7.1 Your email was rejected due to having a domain present in the Spamhaus DBL -- see https://www.spamhaus.org/dbl/
blocked_here: 554 5.7.1 <unknown[192.0.2.1]>: Client host rejected: Access denied. Please visit https://support.apple.com/en-us/HT204137
blocked_here: 550 5.7.0 Blocked - see https://support.proofpoint.com/dnsbl-lookup.cgi?ip=192.0.2.1

# united_internet | recipient | https://postmaster.gmx.net/en/error-messages
no_such_mailbox: 550-Requested action not taken: mailbox unavailable // 550 For explanation visit https://postmaster.gmx.net/en/error-messages?ip=192.0.2.1&c=nm
no_such_mailbox: 550-Requested action not taken: mailbox unavailable // 550 invalid DNS MX or A/AAAA resource record.
blocked_here: 554-gmx.net (mxgmx117) Nemesis ESMTP Service not available // 554-No SMTP service // 554-IP address is block listed. // 554 For explanation visit https://postmaster.gmx.net/en/case?c=r0103
rate_limited: 421-gmx.net (mxgmx016) Nemesis ESMTP Service not available // 421-Service closing transmission channel // 421 For explanation visit https://postmaster.gmx.net/error-messages?ip=192.0.2.1&c=hi
temporary: 450-Requested mail action not taken: mailbox unavailable // 450 For explanation visit https://postmaster.gmx.net
full: 552-Requested mail action aborted: exceeded storage allocation // 552-Quota exceeded. The recipient's mailbox is full. // 552 For explanation visit https://postmaster.gmx.net
temporary: 451 Requested action aborted: local error in processing

# mail.ru | recipient | https://smtp.codes/mailru
no_such_mailbox: 550 Message was not accepted -- invalid mailbox.  Local mailbox ada@one.example is unavailable: user not found
disabled: 550 Message was not accepted -- invalid mailbox. Local mailbox ada@one.example is unavailable: user is terminated
no_such_mailbox: 550 User not found
full: 550 Message was not accepted -- Mailbox is full. Local mailbox ada@one.example is full
disabled: 550 Message was not accepted -- account is disabled
blocked_here: 550 spam message rejected. Please visit http://help.mail.ru/notspam-support/id?c=abc
blocked_here: 550 Access from ip address 192.0.2.1 blocked. Visit http://help.mail.ru/notspam-support/id?c=abc
rate_limited: 451 Ratelimit exceeded for mailbox or sender. Try again later.
blocked_here: 550 Too suspicious PTR record; policy
rate_limited: 421 Too many connections from your address

# yandex | recipient | https://smtp.codes/yandex
no_such_mailbox: 550 5.7.1 No such user! 1700000000-AbCdEf
no_such_mailbox: 550 No such user!
no_such_mailbox: 550 5.1.1 No such user! 1700000000-AbCdEf
full: 552 5.2.2 Mailbox size limit exceeded
greylisted: 451 4.7.1 Sorry, the service is currently unavailable. Please come back later. 1700000000-AbCdEf
greylisted: 451 4.7.1 Service unavailable - greylisted, try again later
blocked_here: 554 5.7.1 [2] Message rejected under suspicion of SPAM; https://ya.cc/1IrBc 1700000000
rate_limited: 450 4.2.1 The recipient has exceeded message rate limit. Try again later.

# tencent | recipient | https://www.dbmailserver.com/tui-xin-address-not-exist.htm, https://service.mail.qq.com
no_such_mailbox: 550 Mailbox not found. http://service.mail.qq.com/cgi-bin/help?subtype=1&&id=20022&&no=1000728
no_such_mailbox: 550 The recipient may contain a non-existent account, please check the recipient address. [MA1CTQ0dFzCM IP: 192.0.2.1]. https://open.work.weixin.qq.com/help2/pc/20048.
unverifiable: 550 Mailbox unavailable or access denied [MA1CTQ0dFzCM IP: 192.0.2.1]
rate_limited: 550 Ip frequency limited [abc IP: 192.0.2.1]. http://service.mail.qq.com/cgi-bin/help?subtype=1&&id=20022&&no=1000725
rate_limited: 550 Connection frequency limited. http://service.mail.qq.com/detail/124/63
blocked_here: 550 Mail content denied. http://service.mail.qq.com/cgi-bin/help?subtype=1&&id=20022&&no=1000726 spam
blocked_here: 550 Domain may not exist or DNS check failed: SPF check failed
blocked_here: 550 Suspected spam ip. http://service.mail.qq.com
unverifiable: 501 Bad address syntax. http://service.mail.qq.com/cgi-bin/help?subtype=1&&id=20022&&no=1000730
full: 552 Mailbox size limit exceeded: quota

# netease | recipient | https://help.mail.163.com/faq.do?m=list&categoryID=90
no_such_mailbox: 550 User not found: ada@one.example
no_such_mailbox: 550 RC:LD The email account that you tried to reach does no exists. user not found
disabled: 550 User suspended, mailbox is suspended
blocked_here: 550 MI:SPF mx36,_____wDnz8 SPF check failed
rate_limited: 421 HL:ICC the IP is sending too many concurrent connections
rate_limited: 421 HL:REP the IP behaves suspiciously: too many recipients do not exist
blocked_here: 550 DT:SPM 163 mx16 spam
rate_limited: 450 RP:DRC too many recipients on this connection
temporary: 451 DT:SPM ,please try again
blocked_here: 450 DT:RBL sending IP is on one or more RBLs
full: 552 Quota exceeded or service disabled.

# x | recipient | Postfix: https://www.postfix.org/postconf.5.html, https://www.postfix.org/access.5.html
no_such_mailbox: 550 5.1.1 <ada@one.example>: Recipient address rejected: User unknown in local recipient table
no_such_mailbox: 550 5.1.1 <ada@one.example>: Recipient address rejected: User unknown in virtual mailbox table
no_such_mailbox: 550 5.1.1 <ada@one.example>: Recipient address rejected: User unknown in virtual alias table
no_such_mailbox: 550 5.1.1 <ada@one.example>: Recipient address rejected: User unknown in relay recipient table
no_such_mailbox: 550 5.1.1 <ada@one.example>: Recipient address rejected: one.example
no_such_mailbox: 550 5.1.1 <ada@one.example>: Recipient address rejected: undeliverable address: host 127.0.0.1[127.0.0.1] said: 550 5.1.1 User doesn't exist (in reply to RCPT TO command)
no_such_mailbox: 550 <ada@one.example>: Recipient address rejected: User unknown
no_such_mailbox: 550 5.1.6 <ada@one.example>: Recipient address rejected: User has moved to bob@two.example. For further information contact postmaster
temporary: 450 4.1.1 <ada@one.example>: Recipient address rejected: User unknown in local recipient table
temporary: 450 4.1.1 <ada@one.example>: Recipient address rejected: unverified address: Address verification in progress
temporary: 451 4.3.0 <ada@one.example>: Temporary lookup failure
temporary: 451 4.3.5 Server configuration error
temporary: 452 4.3.1 Insufficient system storage
temporary: 450 4.2.0 <ada@one.example>: Recipient address rejected: Service is unavailable
full: 452 4.2.2 <ada@one.example>: Recipient address rejected: Mailbox is full
full: 552 5.2.2 <ada@one.example>: Recipient address rejected: Mailbox is full / Blocks limit exceeded / Inode limit exceeded
greylisted: 450 4.2.0 <ada@one.example>: Recipient address rejected: Greylisted, see http://postgrey.schweikert.ch/help/one.example.html
greylisted: 450 4.7.1 <ada@one.example>: Recipient address rejected: Greylisted for 5 minutes
greylisted: 450 4.2.0 <ada@one.example>: Recipient address rejected: Greylisting in effect, please come back later
rate_limited: 450 4.7.1 Error: too many recipients from 192.0.2.1
rate_limited: 452 4.5.3 Error: too many recipients
rate_limited: 421 4.7.0 mx.one.example Error: too many connections from 192.0.2.1
rate_limited: 421 4.7.1 mx.one.example Error: too many errors
rate_limited: 421 4.4.2 mx.one.example Error: timeout exceeded
rate_limited: 421 4.3.2 All server ports are busy
unverifiable: 554 5.7.1 <ada@one.example>: Relay access denied
blocked_here: 554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org; https://www.spamhaus.org/query/ip/192.0.2.1
blocked_here: 554 5.7.1 <unknown[192.0.2.1]>: Client host rejected: Access denied
blocked_here: 450 4.7.1 Client host rejected: cannot find your hostname, [192.0.2.1]
blocked_here: 450 4.7.25 Client host rejected: cannot find your reverse hostname, [192.0.2.1]
blocked_here: 450 4.7.1 <probe.example>: Helo command rejected: Host not found
blocked_here: 504 5.5.2 <probe>: Helo command rejected: need fully-qualified hostname
blocked_here: 550 5.7.1 <ada@one.example>: Recipient address rejected: Message rejected due to: SPF fail - not authorized
blocked_here: 550 5.1.8 <>: Sender address rejected: Domain not found
blocked_here: 550 5.7.23 <ada@one.example>: Recipient address rejected: Message rejected due to: SPF permanent error
blocked_here: 554 5.7.1 <ada@one.example>: Recipient address rejected: Access denied
unverifiable: 550 5.7.1 <ada@one.example>: Recipient address rejected: User unknown
blocked_here: 450 4.1.8 <>: Sender address rejected: Domain not found
disabled: 550 5.2.1 <ada@one.example>: Recipient address rejected: this mailbox is disabled
unverifiable: 501 5.1.3 Bad recipient address syntax
unverifiable: 503 5.5.1 Error: need MAIL command
unverifiable: 550 5.1.2 <ada@one.example>: Recipient address rejected: Domain not found
unverifiable: 550 5.1.10 RESOLVER relay not permitted: we do not relay
accepted: 250 2.1.5 Ok
accepted: 251 2.1.5 User not local; will forward to <bob@two.example>
unverifiable: 252 2.1.5 Cannot VRFY user, but will accept message and attempt delivery

# x | recipient | Exim: https://www.exim.org/exim-html-current/doc/html/spec_html/ch-the_default_configuration_file.html
no_such_mailbox: 550 Unknown user
no_such_mailbox: 550 unknown user
no_such_mailbox: 550 No Such User Here
no_such_mailbox: 550 No such user here
no_such_mailbox: 550-Verification failed for the recipient // 550-No Such User Here // 550 bad address
unverifiable: 550 Unrouteable address
unverifiable: 550 relay not permitted
unverifiable: 550-Please turn on SMTP Authentication in your mail client. // 550-probe.example [192.0.2.1]:43210 is not permitted to relay // 550 through this server without authentication.
blocked_here: 550-"JunkMail rejected - probe.example [192.0.2.1]:34032 is in an RBL, see // 550 https://www.spamhaus.org/query/ip/192.0.2.1"
blocked_here: 550-Verification failed for <> // 550-Called:   192.0.2.2 // 550 Sender verify failed
blocked_here: 550 Sender verify failed
blocked_here: 550 rejected because 192.0.2.1 is in a black list at zen.spamhaus.org
blocked_here: 550 Administrative prohibition of your host: blacklisted
unverifiable: 550 Administrative prohibition
unverifiable: 550 Rejected
temporary: 451 Temporary local problem - please try later
temporary: 451 could not complete recipient verify
greylisted: 451 Greylisted, please try again in 300 seconds
greylisted: 451 You are greylisted. Please try again later.
full: 550 Mailbox quota exceeded
full: 550 mailbox is full (MTA-imposed quota exceeded while writing to file)
full: 452 Mailbox full, quota exceeded
disabled: 550 Account disabled
disabled: 550 This account is suspended
rate_limited: 451 Sender rate overlimit - 4.0 / 1h rate limit
rate_limited: 421 Too many concurrent SMTP connections; please try again later.
accepted: 250 Accepted

# x | recipient | OpenSMTPD: https://man.openbsd.org/smtpd.conf, and its source
no_such_mailbox: 550 Invalid recipient: <ada@one.example>
no_such_mailbox: 550 Invalid recipient
unverifiable: 524 5.2.4 Mailing list expansion problem: <ada@one.example>
rate_limited: 421 4.3.0: Temporary Error
temporary: 451 4.3.0 Temporary failure
accepted: 250 2.1.5 Destination address valid: Recipient ok
rate_limited: 452 4.5.3 Too many recipients: Too many recipients
unverifiable: 550 5.7.1 Delivery not authorized, message refused

# x | recipient | Sendmail: https://www.sendmail.org/~ca/email/doc8.12/cf/m4/anti_spam.html
no_such_mailbox: 550 5.1.1 <ada@one.example>... User unknown
no_such_mailbox: 550 5.0.0 <ada@one.example>... User unknown
unverifiable: 550 5.7.1 <ada@one.example>... Relaying denied
blocked_here: 550 5.7.1 <ada@one.example>... Relaying denied. IP name lookup failed [192.0.2.1]
blocked_here: 550 5.7.1 <ada@one.example>... Access denied
blocked_here: 553 5.1.8 <bob@two.example>... Domain of sender address bob@two.example does not exist: sender rejected
unverifiable: 553 5.5.4 <ada@one.example>... Domain name required
temporary: 451 4.7.1 Please try again later
greylisted: 451 4.7.1 Greylisting in action, please come back in 00:04:59
greylisted: 451 4.7.1 Greylisting in action, please come back in 5 minutes
rate_limited: 421 4.3.2 Connection rate limit exceeded.
rate_limited: 421 4.3.2 Too many open connections.
full: 552 5.2.2 <ada@one.example>... Mailbox full
full: 450 4.2.2 <ada@one.example>... Mailbox Full
accepted: 250 2.1.5 <ada@one.example>... Recipient ok

# x | recipient | qmail and its patches: https://cr.yp.to/qmail.html
no_such_mailbox: 550 sorry, no mailbox here by that name (#5.1.1 - chkusr)
no_such_mailbox: 511 sorry, no mailbox here by that name (#5.1.1 - chkuser)
no_such_mailbox: 550 5.1.1 sorry, no mailbox here by that name. (#5.7.17)
unverifiable: 553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)
unverifiable: 553 sorry, your envelope recipient is in my badrcptto list (#5.7.1)
blocked_here: 553 sorry, your mail server [192.0.2.1] is rejected: see http://spamcop.net/bl.shtml?192.0.2.1
full: 522 sorry, recipient mailbox is full (#5.2.2 - chkuser)
disabled: 550 sorry, this account is disabled (#5.2.1)
temporary: 451 qq temporary problem (#4.3.0)
greylisted: 450 temporary failure (#4.3.0) - graylisted, wait

# x | recipient | Dovecot LMTP, Courier, Cyrus, Zimbra, Kerio, MDaemon, Domino, hMailServer, MailEnable, Exchange: documentation and public reports
no_such_mailbox: 550 5.1.1 <ada@one.example> User doesn't exist: ada@one.example
no_such_mailbox: 550 User unknown.
no_such_mailbox: 550 5.1.1 User unknown
no_such_mailbox: 550-Mailbox unknown.  Either there is no mailbox associated with this // 550-name or you don't have authorization to see it. // 550 5.1.1 User unknown
no_such_mailbox: 550 5.1.1 ada@one.example: Recipient address rejected: one.example no such user
no_such_mailbox: 550 5.1.1 User unknown; rejecting
no_such_mailbox: 550 <ada@one.example>, Recipient unknown
no_such_mailbox: 550 ada@one.example... No such user
no_such_mailbox: 550 Unknown user.
no_such_mailbox: 550 5.1.1 User unknown <ada@one.example>
no_such_mailbox: 550 No such recipient
no_such_mailbox: 550 no such address here
no_such_mailbox: 550 5.1.1 unknown or illegal alias: ada@one.example
no_such_mailbox: 550 ada@one.example is not a valid mailbox
no_such_mailbox: 550 'ada@one.example' is not a valid user
no_such_mailbox: 550 Account not found
no_such_mailbox: 550 There is no one at this address
no_such_mailbox: 550 5.1.1 The recipient does not exist
no_such_mailbox: 550 Recipient not found.  <ada@one.example>
no_such_mailbox: 550 Address unknown
no_such_mailbox: 550 This address does not exist
no_such_mailbox: 550 Addressee unknown
no_such_mailbox: 550 5.2.1 <ada@one.example>... Addressee unknown, relay=[192.0.2.1]
no_such_mailbox: 551 not our customer
no_such_mailbox: 551 5.1.1 recipient is not exist
no_such_mailbox: 550 Local User [ada@one.example] not found.
no_such_mailbox: 550 no such user here (umail mta)
no_such_mailbox: 553 Invalid recipient ada@one.example (Mode: normal)
no_such_mailbox: 550 5.1.6 recipient no longer on server: ada@one.example
no_such_mailbox: 550 5.1.1 Mailbox does not exist
no_such_mailbox: 550 Mailbox does not exist!
no_such_mailbox: 501 #5.1.1 bad address ada@one.example
no_such_mailbox: 550 5.1.1 Invalid mailbox
no_such_mailbox: 550 Invalid mailbox
unverifiable: 550 #5.1.0 Address rejected.
unverifiable: 550 5.1.0 Address rejected ada@one.example
unverifiable: 550 Recipient Rejected
unverifiable: 550 5.2.0 Message filtered
unverifiable: 550 Mailbox unavailable
unverifiable: 550 unavailable
unverifiable: 550 5.0.0 Command rejected
unverifiable: 554 Transaction failed
unverifiable: 554 5.5.1 Error: no valid transaction
unverifiable: 500 Command unrecognized
unverifiable: 550 5.6.7 SMTPUTF8 is required
full: 552 Requested mail action aborted: exceeded storage allocation
full: 552 5.2.2 Over quota
full: 550 5.2.2 Over quota
full: 452 4.2.2 Over quota
full: 422 4.2.2 ada@one.example: Mailbox is full
full: 550 Mailbox is full
full: 552 disk quota exceeded for user
full: 550 User has exceeded quota: account over quota
full: 552 Mailbox limit: user quota exceeded
full: 452 Recipient's mailbox over quota
disabled: 550 5.2.1 Mailbox disabled for this recipient
disabled: 550 5.2.1 This mailbox has been blocked due to inactivity
disabled: 550 This email account is closed
disabled: 550 User account is expired
disabled: 550 Mailbox is inactive
disabled: 550 Account is locked
disabled: 550 ada@one.example no longer accepts mail: mailbox closed
disabled: 525 5.7.13 Disabled recipient address
disabled: 550 5.2.1 Not accepting messages
disabled: 550 Mailbox is frozen. See http://mail.i.ua/err/3/
disabled: 550 Inactive user
disabled: 550 5.5.0 Le compte du destinataire est bloque. The recipient's account is blocked. OFR_417 [417]
unverifiable: 550 5.7.1 <ada@one.example>: User temporarily locked: user unknown

# x | recipient | Orange, La Poste, Free, SFR, Comcast, Cox, Charter, AT&T, BT, T-Online, Web.de, Libero, Aruba, Seznam, WP, Interia, Naver, Rediff: https://smtp.codes/550 and their postmaster pages
no_such_mailbox: 550 5.1.1 Adresse d au moins un destinataire invalide. Invalid recipient. OFR_416 [416]
no_such_mailbox: 550 5.5.0 Adresse destinataire invalide. Invalid recipient. LPN007_416
no_such_mailbox: 550 5.1.1 <ada@one.example>: Adresse inconnue / Unknown address
no_such_mailbox: 550 5.1.1 Not our Customer
no_such_mailbox: 550 5.1.1 <ada@one.example> recipient does not exist here
no_such_mailbox: 550 5.1.1 ada@one.example recipient rejected, no such user
no_such_mailbox: 550 5.2.1 <ada@one.example>... blank mailhost - invalid address, relay=[192.0.2.1]
no_such_mailbox: 550-5.1.1 unknown user // 550 5.1.1 sorry
no_such_mailbox: 550 user unknown
no_such_mailbox: 550 <ada@one.example> utente sconosciuto: no such user
no_such_mailbox: 550 destinatario inesistente
no_such_mailbox: 550 5.1.1 Nie ma takiego konta / User unknown
no_such_mailbox: 550 konto nie istnieje
no_such_mailbox: 550 5.1.1 Unbekannter Empfaenger
no_such_mailbox: 550 Empfänger unbekannt
no_such_mailbox: 550 5.1.1 No such user exist. abc - naver
no_such_mailbox: 550 5.1.1 <ada@one.example>... Account not Available here: user unknown
no_such_mailbox: 550 usuario desconocido
blocked_here: 550 5.7.1 Connections not accepted from servers without a valid sender domain. ## Fix reverse DNS for 192.0.2.1
blocked_here: 554 resimta-po-08v.sys.comcast.net comcast 192.0.2.1 found on one or more DNSBLs, see http://postmaster.comcast.net/smtp-error-codes.php#BL000001
blocked_here: 550 5.2.0 192.0.2.1 blocked by cloudmark reputation
rate_limited: 421 4.1.0 192.0.2.1 Throttled - try again later
blocked_here: 554 IP=192.0.2.1 - A problem occurred. (Ask your postmaster for help or to contact tosa@rx.t-online.de to clarify.) (BL)
blocked_here: 554 IP=192.0.2.1 - None/bad reputation. Ask your postmaster for help or to contact tosa@rx.t-online.de for reset. (NOWL)
blocked_here: 550 mwinf5c04 ME Adresse IP source bloquee pour incident de spam. Client host blocked for spamming issues. OFR006_102
rate_limited: 421 mwinf5c77 ME Trop de connexions, veuillez verifier votre configuration. Too many connections, slow down. OFR004_104 [104]
rate_limited: 421 OFR004_105 Service refuse. Veuillez essayer plus tard. Service refused, please try later.
temporary: 450 4.7.1 Service refuse. Veuillez essayer plus tard. Service refused, please try later. LPN027_503
blocked_here: 450 4.7.1 Client host rejected: Service refuse / service refused LPN027_503
blocked_here: 550 5.1.0 <bob@two.example> sender rejected. Refer to Error Codes section at https://www.cox.com for more information. AUP#O-1580
rate_limited: 421 4.2.1 too many connections from 192.0.2.1
blocked_here: 550 5.1.0 192.0.2.1 is not allowed: bad reputation
rate_limited: 452 4.1.0 requested action aborted: throttled - try again later - please see https://www.spectrum.net
temporary: 451 4.1.0 try again

# x | recipient | Gateways: Mimecast, Proofpoint, Barracuda, Cisco IronPort, Symantec, Trend Micro, FireEye, Sophos, Cloudflare, ImprovMX, Zoho, GoDaddy, Rackspace, Fastmail, Proton, HEY, OVH, Infomaniak: https://smtp.codes/550 and their documentation
no_such_mailbox: 550 Invalid Recipient - https://community.mimecast.com/docs/DOC-1369#550 [abc.us77]
no_such_mailbox: 550 Rejected by header based manually: no such user
no_such_mailbox: 550 5.1.1 <ada@one.example>... User unknown (Proofpoint)
no_such_mailbox: 550 cuda_nsu 5.1.1 <ada@one.example> Recipient address rejected: User unknown
no_such_mailbox: 550 permanent failure for one or more recipients (ada@one.example:550 5.1.1 User unknown)
no_such_mailbox: 550 No such user (ada@one.example)
no_such_mailbox: 550 No such user (ada@one.example) -ERR ada@one.example not found
no_such_mailbox: 550 5.1.1 Address does not exist at this domain: user unknown
no_such_mailbox: 550 5.1.1 Mailbox not found
no_such_mailbox: 550 5.1.1 <ada@one.example>: Recipient address rejected: Address does not exist
no_such_mailbox: 550 5.1.1 ada@one.example user unknown (Cloudflare)
no_such_mailbox: 550 5.1.1 Unknown user: the alias does not exist
no_such_mailbox: 550 #5.1.1 bad address: user unknown
no_such_mailbox: 550 5.1.1 User does not exist - <ada@one.example>
no_such_mailbox: 550 5.1.1 Recipient address rejected: User unknown. IB603 <ada@one.example>
no_such_mailbox: 550 Recipient not found
no_such_mailbox: 550 5.1.1 invalid address or User does not exist
no_such_mailbox: 550 5.1.1 <ada@one.example>: Recipient address rejected: Email address could not be found, or was misspelled
unverifiable: 550 Administrative prohibition - envelope checks - https://community.mimecast.com/docs/DOC-1369
blocked_here: 554 Host network not allowed - https://community.mimecast.com/docs/DOC-1369#554 [abc.us222]
blocked_here: 550 csi.mimecast.org Poor Reputation Sender. - https://community.mimecast.com/docs/DOC-1369#550
blocked_here: 550 zen.mimecast.org https://www.spamhaus.org/query/ip/192.0.2.1. - https://community.mimecast.com/docs/DOC-1369#550
blocked_here: 554 Blocked - see https://ipcheck.proofpoint.com/?ip=192.0.2.1
blocked_here: 550 5.7.0 Local Policy Violation
blocked_here: 554 5.7.1 Client host blocked by BRBL
blocked_here: 554 Service unavailable; Client host [192.0.2.1] blocked using Barracuda Reputation; http://www.barracudanetworks.com/reputation/?r=1&ip=192.0.2.1
blocked_here: 554-esa1.hc1.one.iphmx.com // 554 Your access to this mail system has been rejected due to the sending MTA's poor reputation.
blocked_here: 550 5.7.1 Connection refused: 192.0.2.1 is on the RBL
blocked_here: 501 Connection rejected by policy [7.7] 14007, please visit www.messagelabs.com/support for more details about this error message.
blocked_here: 550 5.7.1 Message was blocked by reputation filter (Trend Micro ERS)
blocked_here: 550 IB007 Connection refused. 192.0.2.1 has a poor reputation on Cloudmark Sender Intelligence (CSI).
blocked_here: 554 RBL Restriction: IP block list, see IB103 / IB104
rate_limited: 421 too many concurrent connections per IP; IB101
rate_limited: 451 IB212 Your IP has sent too many messages: exceeded limit
greylisted: 451 4.7.1 Internal resources are temporarily unavailable - https://community.mimecast.com/docs/DOC-1369#451 (greylisting)
temporary: 451 Internal resources are temporarily unavailable - https://community.mimecast.com/docs/DOC-1369#451 [abc.us77]
temporary: 451 Open relay not checked; try again
temporary: 451 4.3.0 This message could not be delivered due to a recipient error. Please try again later.
rate_limited: 421 4.3.0 Upstream error, please check https://developers.cloudflare.com/email-routing/postmaster for possible reasons why.
temporary: 451 Could not load DRD for domain (one.example) rcpt (ada@one.example)
unverifiable: 550 5.7.1 Relaying denied
unverifiable: 550 5.1.1 RCP-P2 http://postmaster.facebook.com/response_codes?ip=192.0.2.1#rcp Refused due to recipient preferences
no_such_mailbox: 550 5.1.1 RCP-P1 http://postmaster.facebook.com/response_codes?ip=192.0.2.1#rcp
blocked_here: 552 5.2.0 blocked: message is spam
rate_limited: 552 Too many recipients
greylisted: 550 Greylisted by FireEye, retry
disabled: 550 The domain or account has been suspended: account suspended
disabled: 550 5.1.1 This email account is suspended
greylisted: 421 4.7.1 Intrusion prevention active for [192.0.2.1]; greylisting

# x | recipient | Greylisting: RFC 6647, https://postgrey.schweikert.ch, https://rspamd.com/doc/modules/greylisting.html, milter-greylist, sqlgrey, spamd(8)
greylisted: 450 4.7.1 <ada@one.example>: Recipient address rejected: Greylisted for 300 seconds (see http://isg.ee.ethz.ch/tools/postgrey/help/one.example.html)
greylisted: 451 4.7.1 Try again later (Greylisting in action)
greylisted: 451 4.7.1 Greylisting enabled, try again in 15 minutes
greylisted: 450 Greylisted for 5 minutes
greylisted: 450 4.7.0 Try again later, greylisted (tumgreyspf)
greylisted: 451 Temporary failure, please try again in 60 seconds
greylisted: 451 4.2.0 Greylist: retry after 10 minutes
greylisted: 450 4.2.0 <ada@one.example>: Recipient address rejected: Greylisted (sqlgrey), retry in 300 s
greylisted: 450 You have been graylisted; please try again in 4 minutes
greylisted: 451 4.7.1 please try again in 120 seconds: early retry
greylisted: 452 4.7.1 Too soon, try again
greylisted: 421 4.7.0 Grey-listed
greylisted: 550 Greylisting: please resend later
greylisted: 451 resources temporarily unavailable, retry in 3600s
greylisted: 450 4.7.1 You must wait for 5 minutes

# x | greeting | RFC 5321 section 3.1, RFC 7504, and public reports
blocked_here: 554 No SMTP service here for 192.0.2.1: blacklisted
elsewhere: 554 No SMTP service here
elsewhere: 521 one.example does not accept mail
elsewhere: 556 5.1.10 Domain does not accept mail
elsewhere: 554 st11p00im-smtpin013.me.com ESMTP not accepting connections
blocked_here: 554 mx.one.example ESMTP not for you: blocked
blocked_here: 550 Connection rejected by policy
blocked_here: 554 5.7.1 You are not allowed to connect.
blocked_here: 554 5.3.0 rejected
rate_limited: 421 mx.one.example Too many connections, try again later
rate_limited: 421 4.3.2 The maximum number of concurrent server connections has exceeded a limit, closing transmission channel
rate_limited: 421 Service not available
temporary: 450 4.3.2 Server is busy
greylisted: 451 Greylisted, try later
blocked_here: 421 4.7.1 Your IP is on a blacklist

# x | hello | RFC 5321 section 4.1.1.1
blocked_here: 550 5.7.1 Invalid HELO name
blocked_here: 501 5.5.4 Invalid domain name
blocked_here: 504 5.5.2 <probe>: Helo command rejected: need fully-qualified hostname
blocked_here: 550 Access denied - Invalid HELO name (See RFC2821 4.1.1.1)
temporary: 451 4.3.0 try again

# x | sender | RFC 5321 section 3.3, and public reports
blocked_here: 550 5.7.1 Unfortunately, messages from [192.0.2.1] weren't sent. Please contact your Internet service provider since part of their network is on our block list (S3140).
blocked_here: 550 5.1.0 <> Sender rejected
blocked_here: 550 Null sender is not allowed
blocked_here: 553 5.1.8 <post@probe.example>: Sender address rejected: Domain not found
blocked_here: 530 5.7.0 Must issue a STARTTLS command first
blocked_here: 530 5.7.1 Authentication required
blocked_here: 550 User unknown
blocked_here: 550 5.1.1 User unknown
blocked_here: 550 No such user here
unverifiable: 501 5.1.7 Bad sender address syntax
unverifiable: 503 5.5.1 Error: send HELO/EHLO first
unverifiable: 555 5.5.4 Unsupported option: SMTPUTF8
temporary: 452 4.3.1 Insufficient system storage
temporary: 451 4.3.2 Please try again later
rate_limited: 452 4.4.5 Too many messages: limit exceeded
rate_limited: 421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to unexpected volume or user complaints - 4.16.55.1
greylisted: 451 4.7.1 Greylisted, please try again in 300 seconds
`

const SEPARATOR = ' // '

export const REPLIES: readonly LiteralReply[] = TEXT.trim()
  .split(/^# /m)
  .filter((section) => section !== '')
  .flatMap((section) => {
    const [head = '', ...rows] = section.trim().split('\n')
    const [operator = '', stage, ...source] = head.split(' | ')
    return rows.map((row): LiteralReply => {
      const colon = row.indexOf(': ')
      return {
        operator,
        stage: stage as LiteralReply['stage'],
        source: source.join(' '),
        reply: row.slice(colon + 2).replaceAll(SEPARATOR, '\r\n'),
        means: row.slice(0, colon),
      }
    })
  })
