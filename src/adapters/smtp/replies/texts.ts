// Texts of replies that are known, as patterns: what servers say in words, whatever their codes are.

/** Words for a mailbox, as replies have them. */
const MAILBOX =
  '(?:user|recipient|mailbox|mail box|address(?:ee)?|account|e-?mail(?: address| account)?|alias|local part|userid|customer|rcpt)'

/** Refusals of a client, whatever their codes are: block lists, reputation, reverse DNS, authentication of the sender. */
export const BLOCK_TEXT =
  /spamhaus|spamcop|sorbs|barracuda.{0,20}(?:reputation|central)|\b(?:dns|r|u)bls?\b|\bzen\.|dnsbl|black ?-?list|block ?-?list|blocked|banned|reputation|reverse (?:dns|host|lookup|address)|\brdns\b|dns (?:entry|record)|\bptr\b|\bfcrdns\b|\bspf\b|dmarc|dkim|client host (?:rejected|not)|name lookup failed|not accept(?:ed|ing)? (?:mail|connections?|traffic) from|dynamic (?:ip|address)|dial-?up|\bspam(?:mer|ming|trap)?\b|junk ?mail|abus(?:e|ive)|unsolicited|sender verif|callback|callout|call-?back|verification probe|sender (?:address )?(?:rejected|denied|refused|not)|sender'?s? (?:ip|host)|(?:ip|host)(?: address)? .{0,60}(?:denied|refused|rejected|not allowed|not authorized|restricted)|sending (?:ip|mta|server)|(?:helo|ehlo) (?:command|name|argument|host|string|hostname)|(?:invalid|bad|bogus|forged) (?:helo|ehlo)|local policy|policy (?:violation|reasons?|restriction)|security polic|by (?:site |our |local )?policy|ask your postmaster|unusual (?:rate|sending)|bad (?:sender|reputation|helo)|bloqu[ée]e? pour|refus[ée]e? pour/i

export const GREYLIST_TEXT = /gr[ea]y[- ]?list|\bpostgrey\b|new triplet|first (?:time|contact).{0,40}(?:later|again)/i

/** Texts that state a pause, as greylisting does. */
export const PAUSE_TEXT =
  /(?:come back|try again|retry|deferred|wait|resend).{0,20}(?:in|after|for|within) \d+ ?(?:s|m|h)|too (?:early|soon)|early retry|come back later/i

export const RATE_TEXT =
  /too many|too fast|rate.?limit|rate (?:exceeded|is too)|exceed(?:s|ed|ing)?.{0,40}(?:rate|limit|number|connections|recipients|allowed)|throttl|frequency limit|connection(?:s)? limit|limit (?:exceeded|reached)|concurren|trop de|unexpected volume|excessive (?:volume|unknown|number)|slow down|max(?:imum)? (?:number|connections|recipients)|invalid recipients? limit|suspicious (?:number|amount)|deprioriti/i

export const FULL_TEXT =
  /mailbox size limit|(?:over|exceed(?:s|ed|ing)?|out of|beyond).{0,40}(?:quota|storage|space|mailbox size|allocation)|quota.{0,40}(?:exceed|full|reach|violat|limit)|(?:mailbox|mail box|inbox|account|user|recipient|postfach|folder|box)[^.;]{0,40}\b(?:is |was )?(?:full|voll|overquota|over quota)\b|overquota|\bquota\b.{0,20}\bfull\b|not enough (?:storage|space)|too (?:many|much) (?:messages|mails?|data) (?:on|in)|insufficient (?:disk )?quota|bo[iî]te.{0,30}pleine|casella.{0,30}piena/i

export const DISABLED_TEXT = new RegExp(
  String.raw`${MAILBOX}.{0,80}\b(?:disabled|inactive|deactivated|de-activated|suspended|frozen|closed|discontinued|terminated|expired|no longer (?:active|in use|available|accepts?|valid)|has been (?:blocked|locked)|is (?:locked|blocked|bloque)|unavailable for delivery)|\b(?:disabled|inactive|deactivated|suspended|discontinued|closed|expired) (?:user|recipient|mailbox|account|address|e-?mail)|no longer accepts mail|account is unavailable|compte du destinataire est bloqu`,
  'i',
)

/** Known texts for a recipient that does not exist. */
export const UNKNOWN_TEXT = new RegExp(
  [
    String.raw`\b(?:unknown|no such|invalid|nonexist[ae]nt|non-exist[ae]nt|not a (?:known|valid)|bad|no valid) (?:local |virtual |destination |final |rcpt |mailbox |e-?mail |recipient )*${MAILBOX}\b(?! syntax)`,
    String.raw`${MAILBOX}[^.;]{0,80}\b(?:(?:is |was )?unknown|not (?:be )?(?:found|known|exist(?:s|ing)?)|(?:does|do|did)(?: not|n[' o]?t|n’t) exists?|(?:doesn['’]?t|does not) have an? (?:\S+ )?account|is not (?:a |an )?(?:valid|known|recogni[sz]ed|existing|listed|local|hosted)|unrecogni[sz]ed|isn['’]?t (?:valid|known)|no longer on server|non exist|nonexist|is invalid\b|not exist|could(?: not|n['’]?t) be found|wasn['’]?t found|has moved)`,
    'no (?:mailbox|mail ?box|account|user|recipient|one|such person)(?: is| here| by| with| at| found| available| exists)',
    String.raw`\b(?:user|recipient|addressee|account|mailbox) (?:unknown|not found)\b`,
    'there is no (?:one|user|account|mailbox|such)',
    'RecipN(?:ot)?Found|RecipientNotFound',
    "undeliverable address|not our (?:customer|user)|adres(?:se)? d(?:u|'au| au)? .{0,30}destinataire.{0,30}invalide|adresse destinataire invalide",
    'destinatario (?:sconosciuto|inesistente|errato)|indirizzo inesistente|nie istnieje|nie ma takiego|empf[aä]nger.{0,20}unbekannt|unbekannter (?:empf[aä]nger|benutzer)|usuario (?:desconocido|no existe)|usu[aá]rio inexistente|destinatario desconocido|utilisateur inconnu|destinataire inconnu',
    "this (?:address|email) (?:does not|doesn['’]t) exist|that (?:user|address) (?:does not|doesn['’]t)",
  ].join('|'),
  'i',
)

/** Restrictions of who may write to a mailbox that exists. */
export const RESTRICTED_TEXT =
  /RESOLVER\.RST|authentication required|not authenticated|only (?:accepts?|authenticated|internal)|restricted (?:to|recipient)|internal (?:only|use)|recipient preferences|members? (?:only|of)|sender.{0,20}not allowed to.{0,20}(?:group|list)|delivery not authorized/i

export const RELAY_TEXT =
  /relay(?:ing)?.{0,30}(?:denied|not (?:permitted|allowed)|prohibited|access|refused)|(?:unable|not permitted|not allowed|n['’]t allowed) to.{0,20}relay|credentials for relay|not (?:a )?(?:local|relay) domain|(?:domain|host).{0,40}(?:not (?:hosted|local|found|served|in my)|isn['’]t (?:in|hosted|allowed))|we do not relay|rcpthosts|does not accept mail for|unrouteable|host unknown|domain unknown|unknown domain|no such domain|host does not accept mail|not configured for (?:this )?domain|could not load drd/i
