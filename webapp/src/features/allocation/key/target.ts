import type { Config } from './key';
import type { Season } from './seasons/seasons';

/** Which key is looked at and edited: that of the year or of a season, or a draft. */
export type Target = { kind: 'version'; season: string; base: Config | undefined } | { kind: 'draft'; base: Config };

export interface Keys {
  /** What holds today. */
  last: Config;
  versions: readonly Config[];
  drafts: readonly Config[];
  seasons: readonly Season[];
}

/** The version that holds all year, where no season has its own. */
export const yearlyKey = ({ versions }: Keys): Config | undefined =>
  versions.find(({ status, season }) => status === 'IN_FORCE' && !season);

/** The version of a season, or that of the year where the season has none of its own. */
export function seasonKey(keys: Keys, season: string): Config | undefined {
  const own = keys.seasons.find(({ name }) => name === season)?.configId;
  return keys.versions.find(({ id }) => id === own) ?? yearlyKey(keys);
}

/** Names of the address that say which key it is. */
export const draftParam = 'draft';
export const seasonParam = 'season';

/** The key that the address asks for; without a word in it, the one that holds today. */
export function targetOf(keys: Keys, params: URLSearchParams): Target {
  const draft = keys.drafts.find(({ id }) => id === params.get(draftParam));
  if (draft) return { kind: 'draft', base: draft };
  const season = params.get(seasonParam) ?? keys.last.season ?? '';
  if (season !== '' && keys.seasons.some(({ name }) => name === season)) {
    return { kind: 'version', season, base: seasonKey(keys, season) };
  }
  return { kind: 'version', season: '', base: yearlyKey(keys) ?? keys.last };
}

/** The version that another one took the place of: the one before for the same days of the year. */
export function versionBefore(version: Config, versions: readonly Config[]): Config | undefined {
  const earlier = versions.filter((one) => one.version < version.version);
  const latest = (list: readonly Config[]) =>
    list.reduce<Config | undefined>((found, one) => (found && found.version > one.version ? found : one), undefined);
  return (
    latest(earlier.filter(({ season }) => season === version.season)) ?? latest(earlier.filter((one) => !one.season))
  );
}

/** The address without a draft that is published, deleted, or never was; undefined when there is none to take out. */
export function withoutGoneDraft(keys: Keys, params: URLSearchParams): URLSearchParams | undefined {
  const draft = params.get(draftParam);
  if (draft === null || keys.drafts.some(({ id }) => id === draft)) return undefined;
  const others = new URLSearchParams(params);
  others.delete(draftParam);
  return others;
}
