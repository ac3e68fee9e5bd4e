/** What is left empty is not told: the server then names each field that it wants, all at once. */
export const told = <T>(value: T | undefined) => (value === '' ? undefined : value) as T;
