/** The product's own colours, used when an operation has no theme (specification section 9). */
export const brand = { primary: '#001e62', secondary: '#F3B617' } as const;

/** What an operation's organizer may choose. */
export interface ThemeTokens {
  primary: string;
  secondary: string;
}

/** Neutral and status colours; never themed. All text pairs reach 4.5:1, tested. */
export const neutrals = {
  light: {
    background: '#f5f6fa',
    paper: '#ffffff',
    divider: '#e3e6ee',
    outline: '#757d94',
    text: '#10162b',
    textSecondary: '#525a73',
  },
  dark: {
    background: '#0b0f1a',
    paper: '#121826',
    divider: '#263046',
    outline: '#7b86a3',
    text: '#e6eaf5',
    textSecondary: '#aab3c9',
  },
} as const;

export const statuses = {
  light: { success: '#0f7b5f', warning: '#8a5a00', error: '#b3261e', info: '#1f5fbf' },
  dark: { success: '#5fd3a8', warning: '#f0b955', error: '#ff9b93', info: '#8ab8ff' },
} as const;

/** Layout constants in pixels. */
export const layout = {
  railWidth: 252,
  topBarHeight: 48,
  maxWidth: 1480,
  radius: 10,
  spacing: 8,
  rowHeight: 44,
  denseRowHeight: 36,
} as const;

export type Scheme = 'light' | 'dark';
