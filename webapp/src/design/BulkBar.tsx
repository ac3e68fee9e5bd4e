import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import type { ReactNode } from 'react';

export interface BulkBarProps {
  count: number;
  onClear: () => void;
  /** Totals of the selection, in words. */
  summary?: ReactNode;
  /** The buttons that act on the selection. */
  children: ReactNode;
}

/** Sticks to the bottom of the page while rows are selected. */
export function BulkBar({ count, onClear, summary, children }: BulkBarProps) {
  const t = useT();
  if (count === 0) return null;
  return (
    <Paper
      component="section"
      aria-label={t('design.table.actions')}
      variant="outlined"
      className="no-print"
      sx={{
        position: 'sticky',
        bottom: 16,
        zIndex: 2,
        mt: 2,
        px: 2,
        py: 1,
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1,
        alignItems: 'center',
        borderColor: 'primary.main',
      }}
    >
      <Typography sx={{ fontWeight: 600 }} role="status">
        {t('design.table.selected', { smart_count: count })}
      </Typography>
      {summary && <Typography color="textSecondary">{summary}</Typography>}
      <Button size="small" onClick={onClear} sx={{ mr: 'auto' }}>
        {t('design.table.clear')}
      </Button>
      {children}
    </Paper>
  );
}
