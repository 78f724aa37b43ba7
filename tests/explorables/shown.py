"""Find what a scene shows."""


def panel(w, which):
    """Give a panel by its number, or by how its title begins."""
    panels = w.scene.panels
    return panels[which] if isinstance(which, int) else next(each for each in panels if each.title.startswith(which))


def mark(w, which, kind, place=0):
    """Give a mark of a kind in a panel: the first, or another one."""
    return [each for each in panel(w, which).marks if isinstance(each, kind)][place]
