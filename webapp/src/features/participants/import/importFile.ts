import type { ProblemItem } from '@openpmo/sdk';
import type { MessageKey } from '@openpmo/ui/i18n/catalogues';
import type { Translatable } from '@openpmo/ui/i18n/translator';

/** One remark on a perimeter file. */
export interface FileRemark {
  row: number | undefined;
  column: string | undefined;
  text: string;
}

/** The remarks of the server, line by line; those without a line come last. */
export function remarksOf(items: readonly ProblemItem[], words: (problem: Translatable) => string): FileRemark[] {
  return items
    .map(({ row, field, ...problem }) => ({
      row,
      column: row === undefined || field === 'file' ? undefined : field,
      text: words(problem),
    }))
    .sort((a, b) => (a.row ?? Number.MAX_SAFE_INTEGER) - (b.row ?? Number.MAX_SAFE_INTEGER));
}

/** How many lines of the file have a remark. */
export const linesWith = (remarks: readonly FileRemark[]): number =>
  new Set(remarks.flatMap(({ row }) => row ?? [])).size;

export interface FileColumn {
  name: string;
  content: MessageKey;
  required: boolean;
}

const key = (name: string) => `participants.import.col.${name}` as MessageKey;

const required = ['type', 'nom', 'adresse', 'code_postal', 'ville', 'date_entree', 'date_sortie'];

/** The columns of a perimeter file. PADT and segment are French. */
export function columnsOf(identifier: 'prm' | 'ean'): FileColumn[] {
  const french = identifier === 'prm';
  const names = [
    identifier,
    ...(french ? ['padt'] : []),
    ...['type', 'nom', 'adresse', 'code_postal', 'ville'],
    ...(french ? ['segment'] : []),
    ...['date_entree', 'date_sortie', 'statut', 'action', 'latitude', 'longitude', 'type_entite', 'production'],
    ...['puissance_kw', 'prosommateur'],
    ...(french ? ['departement', 'code_insee'] : []),
    ...[
      'titulaire',
      'email',
      'telephone',
      'siret',
      'tresorerie',
      'reference',
      'etiquettes',
      'facture_jusqu_au',
      'succession',
    ],
  ];
  return names.map((name) => ({ name, content: key(name), required: name === identifier || required.includes(name) }));
}

/** The name that a text file must have; the operation's id tells the server whose perimeter it is. */
export const fileName = (externalId: string, day: string): string =>
  `PERIM_${externalId}_${day.replaceAll('-', '')}.csv`;

/** The columns of a file of changes of occupant. */
export function movesOf(identifier: 'prm' | 'ean'): FileColumn[] {
  const needed = [identifier, 'date_entree', 'nom', 'type_entite'];
  const names = [...needed, 'titulaire', 'email', 'telephone', 'siret', 'tresorerie', 'reference', 'etiquettes'];
  return [...names, 'compte', 'sans_plans'].map((name) => ({
    name,
    content: own.includes(name) ? (`participants.moves.col.${name}` as MessageKey) : key(name),
    required: needed.includes(name),
  }));
}

/** Columns that mean who follows. */
const own = ['date_entree', 'nom', 'compte', 'sans_plans'];

export const movesFileName = (externalId: string): string => `mouvements_${externalId}.csv`;

/** An empty file of these columns. Spreadsheets read the accents by the mark at its beginning. */
export const templateOf = (columns: readonly FileColumn[]): string =>
  `\uFEFF${columns.map(({ name }) => name).join(';')}\r\n`;

const ofClients = ['nom', 'adresse', 'code_postal', 'ville'];
const wanted = [
  'complement',
  'pays',
  'email',
  'telephone',
  'contact',
  'numero_legal',
  'tva',
  'contrat',
  'type',
  'langue',
];
/** Columns of clients that mean what they mean of sites. */
const alike = ['adresse', 'code_postal', 'ville', 'email', 'telephone', 'reference', 'etiquettes'];

/** The columns of a file of clients. */
export const clientsOf = (): FileColumn[] =>
  [...ofClients, ...wanted, 'iban', 'bic', 'reference', 'etiquettes', 'sites'].map((name) => ({
    name,
    content: alike.includes(name) ? key(name) : (`participants.clients.col.${name}` as MessageKey),
    required: ofClients.includes(name),
  }));

export const clientsFileName = (externalId: string): string => `clients_${externalId}.csv`;
