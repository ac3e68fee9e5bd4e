/** The way out of the application, to any address; tests stand in for it. */
export const outside = { go: (url: string): void => globalThis.location.assign(url) };
