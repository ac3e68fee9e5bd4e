import type { MessageKey } from '@openpmo/ui/i18n/catalogues';
import type { useT } from '@openpmo/ui/i18n/context';
import type { Problem, Reason } from './queries';

type T = ReturnType<typeof useT>;

/** Codes of reasons that the catalogue puts into words; others stand as the carrier says them. */
const known = [
  'ADR_ERR',
  'AlreadyExistingFlow',
  'AttachmentTypeError',
  'CALCUL_ERR',
  'CMD_ERR',
  'CONTRAT_TERM',
  'COORD_BANC_ERR',
  'ChecksumMismatch',
  'DEST_ERR',
  'DEST_INC',
  'DOUBLE_FACT',
  'DOUBLON',
  'EMMET_INC',
  'EmptyFlow',
  'FileSizeExceeded',
  'InvalidSchema',
  'JUSTIF_ABS',
  'MONTANTTOTAL_ERR',
  'NON_CONFORME',
  'OtherTechnicalError',
  'REF_CT_ABSENT',
  'REJ_ADR',
  'REJ_COH',
  'REJ_SEMAN',
  'REJ_UNI',
  'ROUTAGE_ERR',
  'SIRET_ERR',
  'TRANSAC_INC',
  'TX_TVA_ERR',
  'VirusFound',
] as const;

/** Those of ours, which have a dot that keys of catalogues have another use for. */
const ours: Record<string, MessageKey> = {
  'directory.unlisted': 'einvoicing.reason.unlisted',
  'directory.portal': 'einvoicing.reason.portal',
  'directory.disabled': 'einvoicing.reason.disabled',
  'directory.upcoming': 'einvoicing.reason.upcoming',
  'publicBody.commitment': 'einvoicing.reason.commitment',
  'publicBody.service': 'einvoicing.reason.service',
  'publicBody.either': 'einvoicing.reason.either',
  'publicBody.siret': 'einvoicing.reason.publicSiret',
  'einvoice.sellerNumber': 'einvoicing.reason.sellerNumber',
  'einvoice.sellerVat': 'einvoicing.reason.sellerVat',
  'einvoice.buyerNumber': 'einvoicing.reason.buyerNumber',
  'einvoice.buyerMail': 'einvoicing.reason.buyerMail',
};

const isKnown = (code: string): code is (typeof known)[number] => (known as readonly string[]).includes(code);

/** A reason of a refusal for people: what its code means, and what who refused says of it. */
export function reasonWords(t: T, { code, text, item }: Reason): string {
  const own = ours[code];
  const said = own ? t(own) : isKnown(code) ? t(`einvoicing.reason.${code}`) : code;
  return [said, item && item !== code ? `(${item})` : '', text && text !== said ? `: ${text}` : '']
    .filter(Boolean)
    .join(' ')
    .replace(' :', '\u00a0:');
}

/** What is wrong with speaking to a platform. */
export const problemWords = (t: T, { kind, text }: Problem): string =>
  text ? `${t(`enums.CarrierTrouble.${kind}`)} (${text})` : t(`enums.CarrierTrouble.${kind}`);

const codes = [200, 201, 202, 203, 204, 205, 206, 207, 208, 209, 210, 211, 212, 213, 221] as const;

/** A status of the life cycle by its number. */
export function statusWords(t: T, code: number): string {
  const named = codes.find((one) => one === code);
  return named ? t(`einvoicing.status.${named}`) : t('einvoicing.statusOther', { code });
}
