/** What a one-time link says: its secret, and whether it opens the first account of all or replaces a forgotten password. */
export interface AccountLink {
  token: string;
  first: boolean;
  reset: boolean;
}

/** The link in an address, behind # (which reaches no server) or ?. */
export function accountLinkOf({ hash, search }: { hash: string; search: string }): AccountLink | undefined {
  for (const text of [hash.replace(/^#/, ''), search]) {
    const params = new URLSearchParams(text);
    const token = params.get('token');
    if (token) return { token, first: params.get('first') === '1', reset: params.get('reset') === '1' };
  }
  return undefined;
}
