// Words of headers, by what they say about a column of addresses; without hyphens.

/** In lower case and without accents, as headers are compared. */
export const plain = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replaceAll('ł', 'l')

/** A set of the words in a text. */
export const words = (text: string): ReadonlySet<string> => new Set(plain(text).split(' '))

/** Words for an email address in the languages of spreadsheets and CRMs; without case, accents and hyphens. */
export const ADDRESS = words(
  'email emails mail mails emailaddress emailaddresses mailaddress emailadresse emailadressen mailadresse emailadres mailadres courriel courriels mel correo correos correio epost eposta epostadress epostadresse epostadresser epostadressen sahkoposti sahkopostiosoite emailova emailovy имейл почта пошта поща pastas pasts emailcim メール メールアドレス 電子メール 電子メールアドレス eメール 이메일 邮箱 邮箱地址 邮件 邮件地址 电子邮件 电子邮件地址 电子邮箱 電子郵件 อีเมล אימייל',
)
/** Words for an address of any kind, and those that make it an email address: `adresse électronique`. */
export const ANY_ADDRESS = words(
  'address adress adresse adres adresy adresa direccion endereco indirizzo posta poczta poczty correio courrier ταχυδρομειο البريد דואר',
)
export const ELECTRONIC = words(
  'smtp electronique electronico electronica eletronico eletronica elettronico elettronica elektronische elektronisch elektroniczny elektroniczna elektronicznej mailowy emailowy ηλεκτρονικο الإلكتروني الالكتروني אלקטרוני',
)
export const FILLERS = words('a the of for your of de do da di del des du le la il o el der die das het van dla id')
/** Words of columns about an address, such as its type, or of consent to mail it. */
export const ABOUT = words(
  'status state type typ tipo label etiquette domain dominio domaine hash md5 sha1 sha256 valid verified verification validated bounced bounce bounces opt optin optout consent consentement einwilligung permission subscribed subscription unsubscribed newsletter marketing date datum sent opened open opens clicked clicks count number quality score result reason provider client template subject betreff objet asunto body text preference preferences frequency format language',
)
/** Words of the address to write to first. */
export const FIRST = words(
  'primary main principal principale preferred default haupt hauptmail hauptadresse primar primare primaire primaria primario hoofd voorkeur primair glowny glowna podstawowy podstawowa preferida preferido predefinito',
)
/** Words of a further address of the same person. */
export const SECOND = words(
  'secondary second alternate alternative alt other additional old former previous zweite weitere andere alternativ autre secondaire ancien ancienne otro otra secundario secundaria alternativo alternativa outro outra altro altra secondario secondaria ander tweede secundair alternatief inny inna dodatkowy dodatkowa drugi alternatywny',
)
/** Words of the address of something or somebody else. */
export const ELSE = words(
  'recovery backup reset rescue billing invoice invoices invoicing accounting payment payer paypal referrer referer referral referred reference ref shipping delivery seller merchant salesperson salesrep assigned assignee consultant advisor recruiter broker organizer organiser host manager supervisor boss parent guardian spouse partner emergency assistant secretary owner agent rep sales support sender from replyto reply cc bcc creator created createdby author updated modified admin administrator account vendor supplier friend invited inviter inviting introduced source affiliate notification besitzer inhaber inhabers verkaufer berater betreuer betreuers kundenbetreuer kundenbetreuers sachbearbeiter sachbearbeiters vertreter vertreters ruckfrage ruckfragen eltern lieferung liefer proprietaire vendeur commercial livraison propietario vendedor gestor envio proprietario responsavel venditore responsabile spedizione entrega eigenaar verkoper vertegenwoordiger accountmanager ouder ouders bezorging wlasciciel opiekun opiekuna handlowiec handlowca dostawy rechnung rechnungs rechnungsadresse wiederherstellung empfehlung empfohlen empfehler werber werbers vorgesetzter notfall absender ersteller buchhaltung facturation facture recuperation secours parrain parrainage recommande responsable urgence expediteur comptabilite facturacion factura recuperacion referido referente referencia emergencia remitente respaldo contabilidad faturacao faturamento fatura recuperacao indicacao indicado indicador remetente cobranca fatturazione fattura fatture recupero segnalatore presentatore emergenza mittente amministrazione factuur facturatie facturen herstel verwijzer doorverwezen noodgeval afzender boekhouding rozliczenia rozliczeniowy faktura faktury fakturowy odzyskiwanie odzyskiwania zapasowy polecajacy polecajacego polecenie nadawca ksiegowosc awaryjny',
)
