import createCache, { type EmotionCache } from '@emotion/cache';

const placeholder = '__CSP_NONCE__';

/** The nonce that the server wrote into the page, or nothing in development where no policy is sent. */
export function readNonce(doc: Document = document): string | undefined {
  const nonce = doc.querySelector('meta[name="csp-nonce"]')?.getAttribute('content');
  return nonce && nonce !== placeholder ? nonce : undefined;
}

/** Emotion's cache carrying the nonce: every style element it adds passes `style-src 'nonce-…'`. */
export function makeStyleCache(nonce = readNonce()): EmotionCache {
  return createCache({ key: 'pmo', ...(nonce ? { nonce } : {}), prepend: true });
}
