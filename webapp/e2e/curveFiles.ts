import { crc32, deflateRawSync } from 'node:zlib';

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
export function zipOf(name: string, content: Buffer): Buffer {
  const packed = deflateRawSync(content);
  const label = Buffer.from(name);
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(8, 4);
  common.writeUInt32LE(crc32(content), 10);
  common.writeUInt32LE(packed.length, 14);
  common.writeUInt32LE(content.length, 18);
  common.writeUInt16LE(label.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, label, packed]);
  const entry = Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, Buffer.alloc(14), label]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(entry.length, 8);
  end.writeUInt32LE(local.length, 12);
  return Buffer.concat([local, entry, Buffer.from('PK\x05\x06'), end]);
}
