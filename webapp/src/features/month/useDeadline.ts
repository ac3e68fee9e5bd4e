import type { Schemas } from '@openpmo/sdk';
import { useFormats, useT } from '@openpmo/ui/i18n/context';

/** Until when something is to be done, in words; nothing without a deadline. */
export function useDeadline() {
  const t = useT();
  const formats = useFormats();
  return ({ deadline, daysLeft = 0 }: Pick<Schemas['MonthNext'], 'deadline' | 'daysLeft'>): string | undefined => {
    if (!deadline) return undefined;
    const date = formats.day(deadline, 'medium');
    if (daysLeft < 0) return t('steps.deadlinePast', { date });
    return daysLeft > soon ? t('steps.deadline', { date }) : t('steps.deadlineLeft', { date, smart_count: daysLeft });
  };
}

/** From so many days on what is left is counted. */
const soon = 10;
