/** What comes within this time is drawn with the page; for what takes longer the page is drawn first. */
const patienceMs = 200;
/** The time is counted in steps: one in which the processor was busy with something else counts no more than another. */
const stepMs = 20;

/** A pause in which the page could have done something: on a slow processor its scripts alone take longer than that. */
const idle = (ms: number): Promise<undefined> =>
  new Promise((done) => {
    const step = (left: number) => {
      if (left <= 0) return done(undefined);
      setTimeout(() => step(left - stepMs), Math.min(left, stepMs));
    };
    step(ms);
  });

/** Waits for something, and not for long; what failed is told by the page, which asks for it again. */
export const shortly = <T>(work: Promise<T>, ms = patienceMs): Promise<T | undefined> =>
  Promise.race([work.catch(() => undefined), idle(ms)]);
