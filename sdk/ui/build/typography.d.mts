/** A French text as it is printed. */
export function typeset(text: string): string;
/** Texts that stay as they are although they break a rule, and why, by key. */
export const exceptions: Record<string, string>;
