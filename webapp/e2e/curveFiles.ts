import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';

/** A file as the browser chooses it. */
export interface ChosenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

export const fileOf = (name: string, content: Buffer | string): ChosenFile => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
});

/** A day as the year, month and day of its number. */
export const dayText = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);

/** The instant at which a civil day of Brussels, and of Paris, begins. */
export function startOf(day: string): number {
  const noon = new Date(`${day}T12:00:00Z`);
  const name = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Brussels', timeZoneName: 'longOffset' }).format(
    noon,
  );
  const midnight = Date.parse(`${day}T00:00:00${name.slice(-6)}`);
  // On the day of a change of the clock the night still has the offset of the day before.
  const at = new Date(midnight).toLocaleTimeString('en-GB', { timeZone: 'Europe/Brussels', hour: '2-digit' });
  return midnight + ({ '00': 0, '01': -1, '23': 1 }[at] ?? 0) * 3_600_000;
}

export interface AccessPoint {
  ean: string;
  consumes: boolean;
  produces: boolean;
  /** First day and the day after the last one. */
  from: string;
  to: string;
  /** The quarter of 14:30 is missing on so many days, from the second on. */
  holes?: number;
}

/** A number that an access point may have: its last digit checks the others. */
export function eanOf(n: number): string {
  const digits = `5414489${String(n).padStart(10, '0')}`;
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

const quarterMs = 900_000;

/** 2026-10-31 14:30 as the older of Sibelga's layouts writes it. */
const gmt = (at: number): string => {
  const [year, month, day, hour, minute] = new Date(at).toISOString().split(/[-T:]/);
  return `${month}/${day}/${year} ${hour}:${minute}`;
};

/** The two files that Sibelga sends of a month: registers, and quarters of 0.1 kWh of each kind. */
export function sibelgaPair(points: readonly AccessPoint[]): [ChosenFile, ChosenFile] {
  const monthly = [
    'FromDate (Inclu);ToDate (Exclu);EAN;Registre;Volume Partagé (kWh);Volume Complémentaire (kWh);Injection Partagée (kWh);Injection Résiduelle (kWh)',
  ];
  const quarters = ['EAN;FromDate (GMT);ToDate (GMT+);Compteur;Partage;Flow;Volume (kWh)'];
  for (const { ean, consumes, produces, from, to, holes = 0 } of points) {
    const [start, end] = [startOf(from), startOf(to)];
    const kinds = [
      ...(consumes ? ['Volume Partagé', 'Volume Complémentaire'] : []),
      ...(produces ? ['Injection Partagée', 'Injection Complémentaire'] : []),
    ];
    const total = String((end - start) / quarterMs / 10).replace('.', ',');
    const [used, given] = [consumes ? total : '0', produces ? total : '0'];
    monthly.push([from, to, ean, 'TH', used, used, given, given].join(';'));
    for (const kind of kinds) {
      for (let at = start; at < end; at += quarterMs) {
        const day = Math.floor((at - start) / 86_400_000);
        if (day > 0 && day <= holes && gmt(at).endsWith('14:30')) continue;
        quarters.push([ean, gmt(at), gmt(at + quarterMs), 'M', 'ES_TANNEURS', kind, '0,1'].join(';'));
      }
    }
  }
  const lines = (all: string[]) => `${all.join('\r\n')}\r\n`;
  return [fileOf('VOLUMES.csv', lines(monthly)), fileOf('QUARTS.csv', lines(quarters))];
}

/** A zip file of one file. */
export const zipOf = (name: string, content: Buffer): Buffer => zipOfAll({ [name]: content });

/** A zip file of some files by their names. */
export function zipOfAll(files: Readonly<Record<string, Buffer>>): Buffer {
  const [bodies, entries]: [Buffer[], Buffer[]] = [[], []];
  let at = 0;
  for (const [name, content] of Object.entries(files)) {
    const packed = deflateRawSync(content);
    const label = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(label.length, 22);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, label, packed]);
    bodies.push(local);
    entries.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, rest, label]));
    at += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...bodies, directory, Buffer.from('PK\x05\x06'), end]);
}

/** The parts of an archive, by its directory. */
export function unzipped(archive: Buffer): Record<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06'));
  const parts: Record<string, Buffer> = {};
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const [packed, name, extra, remark] = [20, 28, 30, 32].map((offset) =>
      offset === 20 ? archive.readUInt32LE(at + offset) : archive.readUInt16LE(at + offset),
    ) as [number, number, number, number];
    const local = archive.readUInt32LE(at + 42);
    const body = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const bytes = archive.subarray(body, body + packed);
    const plain = archive.readUInt16LE(at + 10) === 0;
    parts[archive.toString('utf8', at + 46, at + 46 + name)] = plain ? bytes : inflateRawSync(bytes);
    at += 46 + name + extra + remark;
  }
  return parts;
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';

/** A workbook of sheets, each of lines of cells that are texts. */
export function bookOf(sheets: Readonly<Record<string, readonly (readonly string[])[]>>): Buffer {
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const column = (at: number) => String.fromCharCode(65 + at);
  const sheetOf = (lines: readonly (readonly string[])[]) =>
    `<worksheet xmlns="${main}"><sheetData>${lines
      .map((cells, row) => {
        const inside = cells.map((cell, at) =>
          cell === '' ? '' : `<c r="${column(at)}${row + 1}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`,
        );
        return `<row r="${row + 1}">${inside.join('')}</row>`;
      })
      .join('')}</sheetData></worksheet>`;
  const names = Object.keys(sheets);
  const parts: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>${names
      .map(
        (_, at) =>
          `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`,
      )
      .join('')}</Types>`,
    '_rels/.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${names
      .map((name, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packaged}/relationships">${names
      .map(
        (_, at) =>
          `<Relationship Id="rId${at + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
      )
      .join('')}</Relationships>`,
  };
  for (const [at, name] of names.entries()) parts[`xl/worksheets/sheet${at + 1}.xml`] = sheetOf(sheets[name] ?? []);
  const files = Object.entries(parts).map(([name, text]) => [name, Buffer.from(`<?xml version="1.0"?>${text}`)]);
  return zipOfAll(Object.fromEntries(files));
}
