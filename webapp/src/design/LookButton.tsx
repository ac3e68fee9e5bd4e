import { useT } from '@openpmo/ui/i18n/context';
import { RowIcon } from './RowIcon';

/** Shows what a row is about beside the list; its name leads to its page. The same on every list. */
export function LookButton({ name, onClick }: { name: string; onClick: () => void }) {
  const t = useT();
  const label = t('design.table.look', { name });
  return (
    <button
      type="button"
      className="icon-button look no-print"
      aria-label={label}
      aria-haspopup="dialog"
      data-tip={label}
      onClick={onClick}
    >
      <RowIcon name="beside" />
    </button>
  );
}
