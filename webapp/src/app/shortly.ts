/** What comes within this time is drawn with the page; for what takes longer the page is drawn first. */
const patienceMs = 200;

/** Waits for something, and not for long; what failed is told by the page, which asks for it again. */
export const shortly = <T>(work: Promise<T>, ms = patienceMs): Promise<T | undefined> =>
  Promise.race([work.catch(() => undefined), new Promise<undefined>((done) => setTimeout(() => done(undefined), ms))]);
