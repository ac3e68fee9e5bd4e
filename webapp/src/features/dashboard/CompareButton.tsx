import CompareArrows from '@mui/icons-material/CompareArrows';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useT } from '@openpmo/ui/i18n/context';
import { useId, useState } from 'react';
import { type Comparison, comparisonOf, comparisonParam, comparisons } from './comparison';
import { useAddress } from './useAddress';

const words = {
  previous: 'dashboard.compare.previous',
  yearBefore: 'dashboard.compare.yearBefore',
  none: 'dashboard.compare.none',
} as const satisfies Record<Comparison, string>;

/** Beside what the period is shown: nothing, until somebody asks. */
export function CompareButton() {
  const t = useT();
  const id = useId();
  const [params, set] = useAddress();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const comparison = comparisonOf(params.get('cmp'));
  return (
    <>
      <Button
        variant={comparison === 'none' ? 'outlined' : 'contained'}
        color={comparison === 'none' ? 'inherit' : 'primary'}
        className="no-print"
        startIcon={<CompareArrows />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? id : undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {t('dashboard.compare.label')}
      </Button>
      <Menu id={id} anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {comparisons.map((one) => (
          <MenuItem
            key={one}
            selected={one === comparison}
            onClick={() => {
              setAnchor(null);
              set('cmp', comparisonParam(one));
            }}
          >
            {t(words[one])}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
