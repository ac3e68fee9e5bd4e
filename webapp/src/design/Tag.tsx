import type { ReactNode } from 'react';
import { RowIcon, type RowIconName } from './RowIcon';

export type TagTone = 'plain' | 'success' | 'info' | 'warning' | 'error';

interface TagProps {
  tone?: TagTone;
  icon?: RowIconName;
  /** What the sign says, where the words do not. */
  iconLabel?: string;
  /** More about it: shown where one points, and where the keyboard is. */
  tip?: string;
  /** What it says holds no more. */
  struck?: boolean;
  children: ReactNode;
}

/** A state in a word, in rows and elsewhere: an outlined chip of plain elements. */
export function Tag({ tone = 'plain', icon, iconLabel, tip, struck, children }: TagProps) {
  return (
    <span
      className={`tag ${tone}${struck ? ' void' : ''}`}
      {...(tip ? { 'data-tip': tip, tabIndex: 0, role: 'note', 'aria-description': tip } : {})}
    >
      {icon && <RowIcon name={icon} {...(iconLabel ? { label: iconLabel } : {})} />}
      <span>{children}</span>
    </span>
  );
}
